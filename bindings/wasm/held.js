// What objects hold in a running library, and how it is freed: by close(), or when they are garbage.

/** Bytes of a file in the library's memory, which stay while anything reads from them. */
export class FileBytes {
  #count = 0;

  constructor(instance, address) {
    this.instance = instance;
    this.address = address;
  }

  retain() {
    this.#count++;
  }

  giveBack() {
    if (--this.#count === 0 && this.instance.trapped === null) this.instance.call('release_file', this.address);
  }
}

/** Closes what was forgotten without close(), some time after nothing refers to it any more. */
const forgotten = new FinalizationRegistry((held) => {
  try {
    held.close();
  } catch {
    // the library stopped at a fault, and there is no caller to report it to: the next call says so
  }
});

/**
 * What a document or motion holds of its instance: files' bytes, the instance itself, and what is at an address there, which the export `closing`
 * closes. It is freed when it is closed, or when its `owner` is collected. No function of the owner is kept here: that
 * would keep the owner, too.
 */
export class Held {
  #closing;
  #address;

  constructor(instance, files, owner, closing, address) {
    this.instance = instance;
    this.files = files;
    this.#closing = closing;
    this.#address = address;
    instance.holders++;
    for (const file of files) file.retain();
    forgotten.register(owner, this, this);
  }

  close() {
    forgotten.unregister(this);
    if (this.instance.trapped === null) this.instance.call(this.#closing, this.#address);
    this.instance.afterwards(() => {
      for (const file of this.files) file.giveBack();
      this.instance.holders--;
      this.instance.onIdle?.();
    });
  }
}
