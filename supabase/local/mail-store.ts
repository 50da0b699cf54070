import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";

const KEPT_MAILS = 500;
const MAIL_ID = /^\d+-[0-9a-f]+$/;

export type Mail = { id: string; to: string; subject: string; html: string; text: string; link?: string; attachments?: { filename: string; bytes: number }[]; sentAt: string };

/** Every mail of the embedded backend is one JSON file here; nothing leaves the machine. */
export class MailStore {
  constructor(private readonly dir: string) {}

  /** With a key, a mail that is here already is not added a second time. */
  async add(mail: Omit<Mail, "id" | "sentAt">, key = randomBytes(4).toString("hex")): Promise<Mail> {
    const now = new Date();
    const stored = { id: `${now.getTime()}-${key}`, ...mail, sentAt: now.toISOString() };
    await fs.mkdir(this.dir, { recursive: true, mode: 0o700 });
    const names = await fs.readdir(this.dir);
    if (names.some((name) => name.endsWith(`-${key}.json`))) return stored;
    // Written under another name first: a crash must not leave half a mail.
    const draft = path.join(this.dir, `${key}.draft`);
    await fs.writeFile(draft, JSON.stringify(stored, null, 2), { mode: 0o600 });
    await fs.rename(draft, this.file(stored.id));
    return stored;
  }

  /** The newest mails first. */
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
      return undefined; // gone, or cut short by a crash while it was written
    }
  }

  private file(id: string): string {
    return path.join(this.dir, `${id}.json`);
  }
}
