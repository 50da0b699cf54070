import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { readableFacts } from "@/lib/platform/mails/facts/rules";
import type { Mail } from "@/lib/platform/mails/schema";

export type Payload = Record<string, unknown>;
export const payloadOf = (event: string, more: Payload = {}): Payload => ({
  id: randomUUID(),
  event,
  channel: "mail",
  subject: "Aviso de {evento}",
  body: "Olá, {nome}! Código {codigo}: {link}",
  filter: { status: "confirmed" },
  ...more,
});

type Preview = {
  people: number;
  refused: number;
  left_out: number;
  sample: { name: string; code: string } | null;
  event: string;
};

/** Number of people of a message, and one of them. */
export async function preview(tx: TransactionSql, payload: Payload): Promise<Preview> {
  const [row] = await tx<
    { found: Preview }[]
  >`select public.preview_event_message(${tx.json(payload as never)}) as found`;
  return row!.found;
}

/** Stores a message for the number of people that its preview says. */
export async function send(tx: TransactionSql, payload: Payload, people?: number): Promise<string> {
  const count = people ?? (await preview(tx, payload)).people;
  const [row] = await tx<
    { id: string }[]
  >`select public.send_event_message(${tx.json(payload as never)}, ${count}) as id`;
  return row!.id;
}

/** Runs the steps of the worker until nothing is due. */
export async function runWorker(tx: TransactionSql, most = 25): Promise<void> {
  await tx`reset role`;
  for (let left = 1; left > 0;) {
    const [row] = await tx<{ left: number }[]>`select private.continue_event_messages(${most}) as left`;
    left = row!.left;
  }
}

type Letter = { to: string; subject: string; body: string };
/** The queued mails of messages as they are read. */
export const lettersOf = async (tx: TransactionSql): Promise<Letter[]> => {
  const queued = await tx<{ mail: Mail }[]>`
    select data as mail from private.outbox
    where job = 'send-mail' and data ->> 'template' = 'event_message' order by data ->> 'to'`;
  return queued.map(({ mail }) => {
    const { subject, body } = readableFacts(mail);
    return { to: mail.to, subject: String(subject), body: String(body) };
  });
};

export const statusesOf = async (tx: TransactionSql, message: string) => {
  const rows = await tx<{ status: string }[]>`
    select status from public.event_message_recipients where message_id = ${message} order by status`;
  return rows.map(({ status }) => status);
};
