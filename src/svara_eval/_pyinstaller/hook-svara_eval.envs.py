"""The compiled module of the environments, which is imported by name."""

hiddenimports = ["svara_eval.envs._play"]
