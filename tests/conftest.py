from hypothesis import settings

settings.register_profile("compadagrad", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("compadagrad")
