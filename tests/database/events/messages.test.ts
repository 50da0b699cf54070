import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { EDITORS_UP, NOBODY, ID_OF } from "../actors";
import { asOwner, becomeRole, callAs } from "../as-role";
import { lettersOf, payloadOf, preview, runWorker, send, statusesOf, type Payload } from "./message-support";
import { addRegistrationLink, makeKind, register } from "./registration-support";
import { SAVED } from "../outcomes";

const addMessage = async (tx: TransactionSql) => {
  const { event, type } = await makeKind(tx);
  const { id } = await register(tx, type);
  await tx`insert into public.event_messages (id, event_id, channel, subject, body)
    values (${randomUUID()}, ${event}, 'mail', 'a', 'b')`;
  await tx`insert into public.event_message_recipients (message_id, registration_id)
    select id, ${id} from public.event_messages where event_id = ${event}`;
};

describeAccess("event_messages", addMessage, [
  ["select", EDITORS_UP, "select 1 from public.event_messages"],
  [
    "insert",
    NOBODY,
    `
      insert into public.event_messages (id, event_id, channel, subject, body)
      select gen_random_uuid(), event_id, channel, subject, body from public.event_messages`,
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
      expect(await statusesOf(tx, id)).toEqual(["queued", "refused", "skipped"]);
      // A later registration with the same address does not bring the messages back.
      await register(tx, type, { full_name: "Bia Souza", email: "fim@example.org" });
      await becomeRole(tx, "editor");
      expect(await preview(tx, payloadOf(event))).toMatchObject({ people: 1, refused: 1 });
      const next = await send(tx, payloadOf(event));
      await runWorker(tx);
      expect(await statusesOf(tx, next)).toEqual(["queued", "refused"]);
    }));

  it("is not sent to somebody who cancels or ends the messages while the mail waits in the queue", () =>
    asOwner(async (tx) => {
      const { event, type } = await makeKind(tx);
      const [refused, cancelled, kept] = [
        await register(tx, type, { email: "fim@example.org" }),
        await register(tx, type, { email: "saiu@example.org" }),
        await register(tx, type, { email: "fica@example.org" }),
      ];
      const id = await callAs(tx, "editor", () => send(tx, payloadOf(event)));
      await runWorker(tx);
      await tx`update public.event_registrations set messages_refused_at = now() where id = ${refused.id}`;
      await tx`select private.cancel_registration(${cancelled.id})`;
      const skips = async (registration: string) => {
        const [row] = await tx<{ skips: boolean }[]>`
          select private.skip_message_mail(mail_id) as skips from public.event_message_recipients
          where message_id = ${id} and registration_id = ${registration}`;
        return row!.skips;
      };
      expect([await skips(refused.id), await skips(cancelled.id), await skips(kept.id)]).toEqual([true, true, false]);
      expect(await statusesOf(tx, id)).toEqual(["queued", "refused", "skipped"]);
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
    ["with a filter that is none", { filter: [] }, "invalid"],
    ["to a kind of another event", { filter: { type: randomUUID() } }, "invalid"],
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
      // A person who ended the messages has no link.
      const refused = await register(tx, type, { email: "d@example.org", phone: "48 97777-1111" });
      await tx`update public.event_registrations set messages_refused_at = now() where id = ${refused.id}`;
      await tx`update public.event_registrations set created_at = now() - interval '1 hour' where id = ${first.id}`;
      await becomeRole(tx, "editor");
      const id = await send(tx, payloadOf(event, { channel: "whatsapp", subject: null }), 1);
      await tx`select public.note_message_opened(${id}, ${first.id})`;
      await runWorker(tx);
      expect([await statusesOf(tx, id), await lettersOf(tx)]).toEqual([["refused", "sent"], []]);
      const [row] = await tx<{ created_by: string; ended: boolean }[]>`
        select created_by, ended_at is not null as ended from public.event_messages where id = ${id}`;
      expect(row).toEqual({ created_by: ID_OF.editor, ended: true });
    }));
});
