/** Where matches of this device live: one row per table, one per event, in IndexedDB. */

const NAME = 'spieltisch';
const VERSION = 1;

export interface Row {
  id: string;
  /** as Python wrote it: game, seed, people, status, … */
  row: string;
}

export interface EventRow {
  table: string;
  n: number;
  event: string;
}

/** Python takes only an `Error` for one; with what IndexedDB rejects it would wait for ever. */
const plain = (error: DOMException | null): Error => new Error(error ? `${error.name}: ${error.message}` : 'aborted');

export class Storage {
  private constructor(private readonly base: IDBDatabase) {}

  static open(name = NAME): Promise<Storage> {
    return new Promise((resolve, reject) => {
      const request = indexedDB.open(name, VERSION);
      request.onupgradeneeded = () => {
        request.result.createObjectStore('tables', { keyPath: 'id' });
        request.result.createObjectStore('events', { keyPath: ['table', 'n'] });
        request.result.createObjectStore('values');
      };
      request.onsuccess = () => resolve(new Storage(request.result));
      request.onerror = () => reject(plain(request.error));
    });
  }

  /** All in one transaction: either everything is kept, or an error says why not. */
  private write(stores: string[], work: (store: (name: string) => IDBObjectStore) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const transaction = this.base.transaction(stores, 'readwrite', { durability: 'strict' });
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(plain(transaction.error));
      work((name) => transaction.objectStore(name));
    });
  }

  private read<T>(store: string, ask: (store: IDBObjectStore) => IDBRequest): Promise<T> {
    return new Promise((resolve, reject) => {
      const request = ask(this.base.transaction(store).objectStore(store));
      request.onsuccess = () => resolve(request.result as T);
      request.onerror = () => reject(plain(request.error));
    });
  }

  keep(table: string, row: string, n: number, event: string): Promise<void> {
    return this.write(['tables', 'events'], (store) => {
      store('tables').put({ id: table, row } satisfies Row);
      store('events').add({ table, n, event } satisfies EventRow);
    });
  }

  setRow(table: string, row: string): Promise<void> {
    return this.write(['tables'], (store) => void store('tables').put({ id: table, row } satisfies Row));
  }

  rows(): Promise<Row[]> {
    return this.read('tables', (store) => store.getAll());
  }

  events(table: string): Promise<EventRow[]> {
    return this.read('events', (store) => store.getAll(IDBKeyRange.bound([table, 0], [table, Infinity])));
  }

  remove(table: string): Promise<void> {
    return this.write(['tables', 'events'], (store) => {
      store('tables').delete(table);
      store('events').delete(IDBKeyRange.bound([table, 0], [table, Infinity]));
    });
  }

  value(key: string): Promise<string | undefined> {
    return this.read('values', (store) => store.get(key));
  }

  /** The keys of all values that begin so. */
  keys(prefix: string): Promise<string[]> {
    return this.read('values', (store) => store.getAllKeys(IDBKeyRange.bound(prefix, `${prefix}\uffff`)));
  }

  setValue(key: string, value: string): Promise<void> {
    return this.write(['values'], (store) => void store('values').put(value, key));
  }
}
