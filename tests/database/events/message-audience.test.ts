import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Mail } from "@/lib/platform/mails/schema";
import { ID_OF } from "../actors";
import { asOwner, becomeRole, callAs } from "../as-role";
import { GONE, SAVED } from "../outcomes";
import { lettersOf, payloadOf, preview, runWorker, send, statusesOf, type Payload } from "./message-support";
import { makeKind, register } from "./registration-support";

describe("the audience of a message", () => {
  it("goes to whom the filter of the list finds: kind, status, payment, answers, entry, ids and a search", () =>
    asOwner(async (tx) => {
      const { event, type } = await makeKind(tx);
      const [other] = await tx<{ id: string }[]>`
        insert into public.event_registration_types (event_id, kind, name, requires_approval) values (${event}, 'publico', 'E', true) returning id`;
      const come = await register(tx, type, { full_name: "Vera Veloz", email: "vem@example.org" });
      await register(tx, type, { email: "talvez@example.org" });
      await register(tx, other!.id, { email: "espera@example.org" });
      await tx`update public.event_registrations set attending = 'yes', price_cents = 100, answers = '{"menu": "a"}'
        where id = ${come.id}`;
      const [list] = await tx<{ id: string }[]>`
        insert into public.event_checkin_lists (event_id, name) values (${event}, 'Entrada') returning id`;
      await tx`insert into public.event_checkins (list_id, registration_id, nonce, result, scanned_at)
        values (${list!.id}, ${come.id}, ${randomUUID()}, 'ok', now())`;
      await becomeRole(tx, "editor");
      const people = async (filter: Payload) => (await preview(tx, payloadOf(event, { filter }))).people;
      expect([
        await people({}),
        await people({ status: "confirmed" }),
        await people({ type: other!.id }),
        await people({ attending: "yes" }),
        await people({ entered: "yes" }),
        await people({ entered: "no" }),
        await people({ paid: "open" }),
        await people({ question: "menu", answer: "a" }),
        await people({ ids: [come.id] }),
        await people({ q: "veloz" }),
        await people({ q: "ninguem" }),
        await people({ status: "cancelled" }),
      ]).toEqual([3, 2, 1, 1, 1, 2, 1, 1, 1, 1, 0, 0]);
    }));

  it("finds the same registrations as the list, except those that have ended", () =>
    asOwner(async (tx) => {
      const { event, type } = await makeKind(tx, { approval: true });
      const kept = await register(tx, type);
      const gone = await register(tx, type);
      await tx`select private.cancel_registration(${gone.id})`;
      await becomeRole(tx, "editor");
      const [row] = await tx<{ ids: string[] }[]>`select public.registration_ids(${event}, '{}') as ids`;
      expect(row!.ids.toSorted()).toEqual([kept.id, gone.id].toSorted());
      expect(await preview(tx, payloadOf(event, { filter: {} }))).toMatchObject({ people: 1, left_out: 1 });
    }));

  it("stores a typed search as the registrations that it found", () =>
    asOwner(async (tx) => {
      const { event, type } = await makeKind(tx);
      const { id: person } = await register(tx, type, { full_name: "Vera Veloz" });
      await becomeRole(tx, "editor");
      const id = await send(tx, payloadOf(event, { filter: { q: "veloz" } }));
      await tx`reset role`;
      const [stored] = await tx<{ filter: object }[]>`select filter from public.event_messages where id = ${id}`;
      expect(stored!.filter).toEqual({ ids: [person] });
    }));

  it.each([
    ["a text", "x"],
    ["a number in a field", { status: 5 }],
    ["ids that are no list", { ids: "x" }],
    ["an id that is none", { ids: ["x"] }],
    ["an id without a value", { ids: [null] }],
    ["a kind of another event", { type: randomUUID() }],
  ])("is refused with %s", async (_, filter) => {
    const attempt = asOwner(async (tx) => {
      const { event } = await makeKind(tx);
      await becomeRole(tx, "editor");
      await preview(tx, payloadOf(event, { filter }));
    });
    await expect(attempt).rejects.toMatchObject({ message: "invalid" });
  });

  it("does not reach a person who no longer matches the filter when its time comes", () =>
    asOwner(async (tx) => {
      const { event, type } = await makeKind(tx);
      const { id: person } = await register(tx, type);
      const id = await callAs(tx, "editor", () => send(tx, payloadOf(event, { filter: { attending: "unknown" } })));
      await tx`select private.start_event_message(${id})`;
      await tx`update public.event_registrations set attending = 'yes' where id = ${person}`;
      await runWorker(tx);
      expect([await statusesOf(tx, id), await lettersOf(tx)]).toEqual([["skipped"], []]);
    }));
});

describe("a message before it is sent", () => {
  it("is changed until it begins", () =>
    asOwner(async (tx) => {
      const { event, type } = await makeKind(tx);
      await register(tx, type);
      await becomeRole(tx, "editor");
      const later = new Date(Date.now() + 3_600_000).toISOString();
      const payload = payloadOf(event, { send_at: later });
      await send(tx, payload);
      const change = async (more: Payload, people = 1) => {
        const [row] = await tx<{ done: object }[]>`
          select public.change_event_message(${tx.json({ ...payload, ...more } as never)}, ${people}) as done`;
        return row!.done;
      };
      expect(await change({ subject: "Outro", send_at: undefined })).toEqual(SAVED);
      await runWorker(tx);
      expect(await lettersOf(tx)).toMatchObject([{ subject: "Outro" }]);
      await becomeRole(tx, "editor");
      expect(await change({ subject: "Tarde" })).toEqual(GONE);
      expect(await change({ id: randomUUID() })).toEqual(GONE);
    }));

  it("is tested with a mail to the writer only, without a secret link", () =>
    asOwner(async (tx) => {
      const { event, type } = await makeKind(tx);
      const ana = await register(tx, type, { full_name: "Ana Teste" });
      await becomeRole(tx, "editor");
      await tx`select public.test_event_message(${tx.json(payloadOf(event) as never)})`;
      await tx`reset role`;
      const mails = await tx<{ mail: Mail; own: boolean }[]>`
        select data as mail, data ->> 'to' = (select email from auth.users where id = ${ID_OF.editor}) as own
        from private.outbox where data ->> 'template' = 'event_message_test'`;
      expect(mails).toMatchObject([{ own: true, mail: { data: { name: "Ana Teste", code: ana.code } } }]);
      expect(mails[0]!.mail.data).not.toHaveProperty("link_subject");
      expect(await tx`select 1 from public.event_messages where event_id = ${event}`).toHaveLength(0);
    }));
});
