import { variable } from "./variable";

type Mail = { to: string; subject: string; text: string; link?: string };

/** Mails of the local mailbox to an address. */
export async function mailsTo(address: string): Promise<Mail[]> {
  const mails = (await (await fetch(`${variable("TEST_MAILBOX_URL")}.json`)).json()) as Mail[];
  return mails.filter(({ to }) => to === address);
}
