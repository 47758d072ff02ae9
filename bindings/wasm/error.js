/** What failed: `status` ("corrupt"), `code` ("rld.tris.tag"), `offset` in bytes or null, `where` by names of layouts, or "". */
export class PaddockError extends Error {
  /** When an error is copied to another thread, it keeps only its message and its cause: so the cause has the rest. */
  constructor({ status, code, offset = null, where = '', message }) {
    super(message, { cause: { status, code, offset, where } });
    this.name = 'PaddockError';
    this.status = status;
    this.code = code;
    this.offset = offset;
    this.where = where;
  }

  toJSON() {
    const { status, code, offset, where, message } = this;
    return { name: 'PaddockError', status, code, offset, where, message };
  }

  /** The same error after postMessage or JSON; anything else stays what it is. */
  static from(error) {
    if (error instanceof PaddockError) return error;
    const facts = error?.name === 'PaddockError' ? error : error?.cause;
    if (typeof facts?.status !== 'string' || typeof facts?.code !== 'string') return error;
    return new PaddockError({ ...facts, offset: facts.offset, where: facts.where, message: error.message });
  }
}

export const argumentError = (code, message) => new PaddockError({ status: 'bad argument', code, message });
