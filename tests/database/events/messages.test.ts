import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { readableFacts } from "@/lib/platform/mails/facts/rules";
import type { Mail } from "@/lib/platform/mails/schema";
import { describeAccess } from "../access";
import { EDITORS_UP, NOBODY, ID_OF } from "../actors";
import { asOwner, becomeRole, callAs } from "../as-role";
import { addRegistrationLink, makeKind, register } from "./registration-support";
import { SAVED } from "../outcomes";

type Payload = Record<string, unknown>;
const payloadOf = (event: string, more: Payload = {}): Payload => ({
  id: randomUUID(),
  event,
  channel: "mail",
  subject: "Aviso de {evento}",
  body: "Olá, {nome}! Código {codigo}: {link}",
  types: [],
  statuses: ["confirmed"],
  ...more,
});

type Preview = { people: number; left_out: number; sample: { name: string; code: string } | null; event: string };

async function preview(tx: TransactionSql, payload: Payload): Promise<Preview> {
  const [row] = await tx<
    { found: Preview }[]
  >`select public.preview_event_message(${tx.json(payload as never)}) as found`;
  return row!.found;
}

async function send(tx: TransactionSql, payload: Payload, people?: number): Promise<string> {
  const count = people ?? (await preview(tx, payload)).people;
  const [row] = await tx<
    { id: string }[]
  >`select public.send_event_message(${tx.json(payload as never)}, ${count}) as id`;
  return row!.id;
}

/** Runs the steps of the worker until nothing is due. */
async function runWorker(tx: TransactionSql, most = 25): Promise<void> {
  await tx`reset role`;
  for (let left = 1; left > 0;) {
    const [row] = await tx<{ left: number }[]>`select private.continue_event_messages(${most}) as left`;
    left = row!.left;
  }
}

type Letter = { to: string; subject: string; body: string };
const lettersOf = async (tx: TransactionSql): Promise<Letter[]> => {
  const queued = await tx<{ mail: Mail }[]>`
    select data as mail from private.outbox
    where job = 'send-mail' and data ->> 'template' = 'event_message' order by data ->> 'to'`;
  return queued.map(({ mail }) => {
    const { subject, body } = readableFacts(mail);
    return { to: mail.to, subject: String(subject), body: String(body) };
  });
};

const statusesOf = async (tx: TransactionSql, message: string) => {
  const rows = await tx<{ status: string }[]>`
    select status from public.event_message_recipients where message_id = ${message} order by status`;
  return rows.map(({ status }) => status);
};

const addMessage = async (tx: TransactionSql) => {
  const { event, type } = await makeKind(tx);
  const { id } = await register(tx, type);
  await tx`insert into public.event_messages (id, event_id, channel, subject, body, statuses)
    values (${randomUUID()}, ${event}, 'mail', 'a', 'b', '{confirmed}')`;
  await tx`insert into public.event_message_recipients (message_id, registration_id)
    select id, ${id} from public.event_messages where event_id = ${event}`;
};

describeAccess("event_messages", addMessage, [
  ["select", EDITORS_UP, "select 1 from public.event_messages"],
  [
    "insert",
    NOBODY,
    `
      insert into public.event_messages (id, event_id, channel, subject, body, statuses)
      select gen_random_uuid(), event_id, channel, subject, body, statuses from public.event_messages`,
    addMessage,
  ],
  ["update", NOBODY, "update public.event_messages set body = 'x'"],
  ["delete", NOBODY, "delete from public.event_messages"],
]);

describeAccess("event_message_recipients", addMessage, [
  ["select", EDITORS_UP, "select 1 from public.event_message_recipients"],
  [
    "insert",
    NOBODY,
    `
      insert into public.event_message_recipients (message_id, registration_id)
      select message_id, gen_random_uuid() from public.event_message_recipients`,
    addMessage,
  ],
  ["update", NOBODY, "update public.event_message_recipients set status = 'sent'"],
  ["delete", NOBODY, "delete from public.event_message_recipients"],
]);

describe("a message by mail", () => {
  it("reaches each person once, with their own values, however often the form and the worker run", () =>
    asOwner(async (tx) => {
      const { event, type } = await makeKind(tx);
      const ana = await register(tx, type, { full_name: "Ana {codigo}", email: "ana@example.org" });
      await register(tx, type, { full_name: "Ana de novo", email: "ANA@example.org" });
      await tx`update public.event_registrations set created_at = now() - interval '1 hour' where id = ${ana.id}`;
      await register(tx, type, { full_name: "Rui", email: "rui@example.org" });
      await becomeRole(tx, "editor");
      const payload = payloadOf(event);
      expect(await preview(tx, payload)).toMatchObject({ people: 2, left_out: 1, event: "Encontro de teste" });
      const id = await send(tx, payload, 2);
      expect(await send(tx, payload, 2)).toBe(id);
      await runWorker(tx, 1);
      await runWorker(tx);
      expect(await lettersOf(tx)).toEqual([
        {
          to: "ana@example.org",
          subject: "Aviso de Encontro de teste",
          body: `Olá, Ana {codigo}! Código ${ana.code}: {link}`,
        },
        expect.objectContaining({ to: "rui@example.org" }),
      ]);
      expect(await statusesOf(tx, id)).toEqual(["queued", "queued"]);
    }));

  it("leaves out people who ended the messages, cancelled, or have no address", () =>
    asOwner(async (tx) => {
      const { event, type } = await makeKind(tx);
      const refused = await register(tx, type, { email: "fim@example.org" });
      const cancelled = await register(tx, type, { email: "saiu@example.org" });
      await register(tx, type, { email: "porta@walk-in.invalid" });
      await register(tx, type, { email: "fica@example.org" });
      const token = await addRegistrationLink(tx, "registration", refused.id);
      const id = await callAs(tx, "editor", () => send(tx, payloadOf(event)));
      await tx`select private.start_event_message(${id})`;
      // Both happen after the list of recipients was stored.
      await callAs(tx, "anon", () => tx`select public.refuse_messages(${token}, true)`);
      await tx`select private.cancel_registration(${cancelled.id})`;
      await runWorker(tx);
      expect((await lettersOf(tx)).map(({ to }) => to)).toEqual(["fica@example.org"]);
      expect(await statusesOf(tx, id)).toEqual(["queued", "skipped", "skipped"]);
      // A later registration with the same address does not bring the messages back.
      await register(tx, type, { full_name: "Bia Souza", email: "fim@example.org" });
      await becomeRole(tx, "editor");
      expect((await preview(tx, payloadOf(event))).people).toBe(1);
    }));

  it("goes to the chosen kinds, statuses, answers and people who entered", () =>
    asOwner(async (tx) => {
      const { event, type } = await makeKind(tx);
      const [other] = await tx<{ id: string }[]>`
        insert into public.event_registration_types (event_id, kind, name, requires_approval) values (${event}, 'publico', 'E', true) returning id`;
      const come = await register(tx, type, { email: "vem@example.org" });
      await register(tx, type, { email: "talvez@example.org" });
      await register(tx, other!.id, { email: "espera@example.org" });
      await tx`update public.event_registrations set attending = 'yes' where id = ${come.id}`;
      const [list] = await tx<{ id: string }[]>`
        insert into public.event_checkin_lists (event_id, name) values (${event}, 'Entrada') returning id`;
      await tx`insert into public.event_checkins (list_id, registration_id, nonce, result, scanned_at)
        values (${list!.id}, ${come.id}, ${randomUUID()}, 'ok', now())`;
      await becomeRole(tx, "editor");
      const people = async (more: Payload) => (await preview(tx, payloadOf(event, more))).people;
      expect([
        await people({}),
        await people({ statuses: ["confirmed", "pending"] }),
        await people({ types: [other!.id], statuses: ["pending"] }),
        await people({ attending: "yes" }),
        await people({ attending: "unknown" }),
        await people({ checked_in: "yes" }),
        await people({ checked_in: "no" }),
      ]).toEqual([2, 3, 1, 1, 1, 1, 1]);
    }));

  it("waits for its time, and is not sent when it was cancelled before", () =>
    asOwner(async (tx) => {
      const { event, type } = await makeKind(tx);
      await register(tx, type);
      await becomeRole(tx, "editor");
      const later = new Date(Date.now() + 3_600_000).toISOString();
      const [kept, stopped] = [
        await send(tx, payloadOf(event, { send_at: later })),
        await send(tx, payloadOf(event, { send_at: later })),
      ];
      const [row] = await tx<{ done: object }[]>`select public.cancel_event_message(${stopped}) as done`;
      expect(row!.done).toEqual(SAVED);
      await runWorker(tx);
      expect(await lettersOf(tx)).toEqual([]);
      await tx`update public.event_messages set send_at = now() - interval '1 minute' where id in ${tx([kept, stopped])}`;
      await runWorker(tx);
      expect(await lettersOf(tx)).toHaveLength(1);
    }));

  it("stores how each attempt of the mail server ended", () =>
    asOwner(async (tx) => {
      const { event, type } = await makeKind(tx);
      await register(tx, type);
      await becomeRole(tx, "editor");
      const id = await send(tx, payloadOf(event));
      await runWorker(tx);
      const [mail] = await tx<{ mail_id: string }[]>`
        select mail_id from public.event_message_recipients where message_id = ${id}`;
      await tx`select private.note_message_mail(${mail!.mail_id}, 'refused')`;
      expect(await statusesOf(tx, id)).toEqual(["failed"]);
      await tx`select private.note_message_mail(${mail!.mail_id}, null)`;
      await tx`select private.note_message_mail(${mail!.mail_id}, 'late')`;
      expect(await statusesOf(tx, id)).toEqual(["sent"]);
    }));

  it.each<[string, Payload, string]>([
    ["without a subject", { subject: " " }, "invalid"],
    ["without a text", { body: "" }, "invalid"],
    ["to cancelled people", { statuses: ["cancelled"] }, "invalid"],
    ["to no status", { statuses: [] }, "invalid"],
    ["to a kind of another event", { types: [randomUUID()] }, "invalid"],
    ["for an event that does not exist", { event: randomUUID() }, "event_missing"],
  ])("is refused %s", async (_, more, message) => {
    const attempt = asOwner(async (tx) => {
      const { event } = await makeKind(tx);
      await becomeRole(tx, "editor");
      await send(tx, payloadOf(event, more), 0);
    });
    await expect(attempt).rejects.toMatchObject({ message });
  });

  it("is refused when the number of people is not the one that was confirmed", async () => {
    const attempt = asOwner(async (tx) => {
      const { event, type } = await makeKind(tx);
      await register(tx, type);
      await becomeRole(tx, "editor");
      await send(tx, payloadOf(event), 5);
    });
    await expect(attempt).rejects.toMatchObject({ message: "audience_changed" });
  });

  it("deletes the opt-out of the earlier person when a registration gets another address", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx);
      const { id } = await register(tx, type);
      await tx`update public.event_registrations set messages_refused_at = now() where id = ${id}`;
      await tx`update public.event_registrations set email = 'outra@example.org' where id = ${id}`;
      expect(
        await tx`select 1 from public.event_registrations where id = ${id} and messages_refused_at is null`,
      ).toHaveLength(1);
    }));
});

describe("a list of WhatsApp links", () => {
  it("has one row per number, sends no mail, and notes which links were opened", () =>
    asOwner(async (tx) => {
      const { event, type } = await makeKind(tx);
      const first = await register(tx, type, { email: "a@example.org", phone: "48 99999-1111" });
      await register(tx, type, { email: "b@example.org", phone: "(48) 99999-1111" });
      await register(tx, type, { email: "c@example.org", phone: null });
      await tx`update public.event_registrations set created_at = now() - interval '1 hour' where id = ${first.id}`;
      await becomeRole(tx, "editor");
      const id = await send(tx, payloadOf(event, { channel: "whatsapp", subject: null }), 1);
      await tx`select public.note_message_opened(${id}, ${first.id})`;
      await runWorker(tx);
      expect([await statusesOf(tx, id), await lettersOf(tx)]).toEqual([["sent"], []]);
      const [row] = await tx<{ created_by: string; ended: boolean }[]>`
        select created_by, ended_at is not null as ended from public.event_messages where id = ${id}`;
      expect(row).toEqual({ created_by: ID_OF.editor, ended: true });
    }));
});
