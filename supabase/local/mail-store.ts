import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";

const KEPT_MAILS = 500;
const MAIL_ID = /^\d+-[0-9a-f]+$/;

export type Mail = {
  id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  link?: string;
  /** Address that ends mails of this kind when the mail program posts to it. */
  unsubscribeUrl?: string;
  attachments?: { filename: string; bytes: number }[];
  sentAt: string;
};

/** Stores every mail of the embedded backend as one JSON file; nothing is sent. */
export class MailStore {
  constructor(private readonly dir: string) {}

  /** Adds a mail; with a `key`, a mail that already exists is not added again. */
  async add(mail: Omit<Mail, "id" | "sentAt">, key = randomBytes(4).toString("hex")): Promise<Mail> {
    const now = new Date();
    const stored = { id: `${now.getTime()}-${key}`, ...mail, sentAt: now.toISOString() };
    await fs.mkdir(this.dir, { recursive: true, mode: 0o700 });
    const names = await fs.readdir(this.dir);
    if (names.some((name) => name.endsWith(`-${key}.json`))) return stored;
    // Written under a temporary name first, so that a crash cannot leave an incomplete mail.
    const draft = path.join(this.dir, `${key}.draft`);
    await fs.writeFile(draft, JSON.stringify(stored, null, 2), { mode: 0o600 });
    await fs.rename(draft, this.file(stored.id));
    return stored;
  }

  /** Newest mails first; deletes mails above the limit. */
  async list(): Promise<Mail[]> {
    const names = await fs.readdir(this.dir).catch(() => []);
    const ids = names.map((name) => path.basename(name, ".json")).filter((id) => MAIL_ID.test(id));
    ids.sort().reverse();
    for (const id of ids.splice(KEPT_MAILS)) await fs.rm(this.file(id), { force: true });
    const mails = await Promise.all(ids.map((id) => this.find(id)));
    return mails.filter((mail) => mail !== undefined);
  }

  async find(id: string): Promise<Mail | undefined> {
    if (!MAIL_ID.test(id)) return undefined;
    try {
      return JSON.parse(await fs.readFile(this.file(id), "utf8")) as Mail;
    } catch {
      return undefined; // deleted, or incomplete because of a crash during the write
    }
  }

  private file(id: string): string {
    return path.join(this.dir, `${id}.json`);
  }
}
