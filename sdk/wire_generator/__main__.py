"""`make wire`: writes `saqqara_sdk/wire` anew."""

from wire_generator.output import write

if __name__ == "__main__":
    write()
