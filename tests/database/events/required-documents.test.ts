import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { asOwner, becomeRole, callAs } from "../as-role";
import { addRegistrationLink, makeKind, register, statusOf, takenOf } from "./registration-support";
import { refused } from "../outcomes";

/** A kind that requires a document and, by its form, a file. */
async function addKind(tx: TransactionSql, options: Parameters<typeof makeKind>[1] = {}) {
  const kind = await makeKind(tx, options);
  const [version] = await tx<{ id: string }[]>`
    insert into public.form_template_versions (template_id, version, title, schema, published_at)
    select id, 99, 'Com arquivo', '[{"name": "insurance", "kind": "file", "required": true, "label": "Seguro"},
      {"name": "menu", "kind": "file", "label": "Cardápio"}]', now()
    from public.form_templates where registration_kind = ${options.kind ?? "publico"} limit 1 returning id`;
  await tx`update public.event_registration_types set required_documents = '{licence}', form_version_id = ${version!.id} where id = ${kind.type}`;
  return kind;
}

async function send(tx: TransactionSql, registration: string, kind: string, token?: string) {
  const [row] = await tx<
    { added: { outcome: "saved" | "conflict" | "refused" | "gone"; reason?: string; replaced?: string[] } }[]
  >`
    select public.add_registration_document(${token ?? (await addRegistrationLink(tx, "registration", registration))},
      ${kind}, ${`${registration}/${randomUUID()}.pdf`}) as added`;
  return row!.added;
}

/** In the order of their names: rows of one transaction have the same time. */
const mailsOf = async (tx: TransactionSql) => {
  const rows = await tx<{ template: string }[]>`
    select data ->> 'template' as template from private.outbox where job = 'send-mail' and data ->> 'template' like 'registration_%'`;
  return rows.map(({ template }) => template).toSorted();
};

describe("a registration that needs documents", () => {
  it("waits without a place until the last one arrived, and is then confirmed", () =>
    asOwner(async (tx) => {
      const { type } = await addKind(tx, { capacity: 5 });
      const { id, status } = await register(tx, type);
      expect([status, await takenOf(tx, type)]).toEqual(["pending", 0]);
      await send(tx, id, "menu");
      await send(tx, id, "licence");
      expect(await statusOf(tx, id)).toBe("pending");
      await send(tx, id, "insurance");
      expect([await statusOf(tx, id), await takenOf(tx, type)]).toEqual(["confirmed", 1]);
      expect(await mailsOf(tx)).toEqual(["registration_confirm", "registration_confirmed", "registration_documents"]);
    }));

  it("asks for the payment when the last one arrived", () =>
    asOwner(async (tx) => {
      const { type } = await addKind(tx, { price: 5000 });
      const { id } = await register(tx, type);
      await send(tx, id, "licence");
      await send(tx, id, "insurance");
      expect(await statusOf(tx, id)).toBe("awaiting_payment");
    }));

  it("goes to the waiting list when the places ended in the meantime or others wait", () =>
    asOwner(async (tx) => {
      const { type } = await addKind(tx, { capacity: 1 });
      const first = await register(tx, type);
      const second = await register(tx, type);
      for (const { id } of [second, first]) {
        await send(tx, id, "licence");
        await send(tx, id, "insurance");
      }
      expect([await statusOf(tx, second.id), await statusOf(tx, first.id)]).toEqual(["confirmed", "waitlisted"]);
      await tx`update public.event_registration_types set capacity = 9 where id = ${type}`;
      const third = await register(tx, type);
      await send(tx, third.id, "licence");
      await send(tx, third.id, "insurance");
      expect(await statusOf(tx, third.id)).toBe("waitlisted");
    }));

  it("still waits for the approval of its kind", () =>
    asOwner(async (tx) => {
      const { type } = await addKind(tx, { approval: true });
      const { id } = await register(tx, type);
      await send(tx, id, "licence");
      await send(tx, id, "insurance");
      expect(await statusOf(tx, id)).toBe("pending");
    }));

  it("does not count a refused document, and names what is missing to the holder of the link", () =>
    asOwner(async (tx) => {
      const { type } = await addKind(tx);
      const { id } = await register(tx, type);
      const token = await addRegistrationLink(tx, "registration", id);
      await send(tx, id, "licence", token);
      await tx`update public.registration_documents set status = 'refused' where registration_id = ${id}`;
      await send(tx, id, "insurance", token);
      expect(await statusOf(tx, id)).toBe("pending");
      await becomeRole(tx, "anon");
      const [row] = await tx<{ page: Record<string, unknown> }[]>`select public.read_registration(${token}) as page`;
      expect(row!.page).toMatchObject({ missing_documents: ["licence"], messages_refused: false, status: "pending" });
      const [none] = await tx<{ page: unknown }[]>`select public.read_registration('x') as page`;
      expect(none!.page).toBeNull();
    }));

  it("is not confirmed after the event began", () =>
    asOwner(async (tx) => {
      const { event, type } = await addKind(tx);
      const { id } = await register(tx, type);
      await tx`update public.events set starts_at = now() - interval '1 hour', ends_at = now() + interval '1 hour' where id = ${event}`;
      await send(tx, id, "licence");
      await send(tx, id, "insurance");
      expect(await statusOf(tx, id)).toBe("pending");
    }));

  it("may be approved without them by an event manager", () =>
    asOwner(async (tx) => {
      const { type } = await addKind(tx);
      const { id } = await register(tx, type);
      await callAs(tx, "editor", () => tx`select public.decide_registration(${id}, 'approve')`);
      expect(await statusOf(tx, id)).toBe("confirmed");
    }));
});

describe("a document of a registration", () => {
  const store = (tx: TransactionSql, name: string, megabytes: number) => tx`
    insert into storage.objects (bucket_id, name, metadata)
    values ('registration-documents', ${name}, ${tx.json({ size: megabytes * 1024 * 1024 })})`;
  const path = (id: string) => `${id}/${randomUUID()}.pdf`;

  it("is taken when its kind or a question of its form asks for it, and refused otherwise", () =>
    asOwner(async (tx) => {
      const { id } = await register(tx, (await addKind(tx)).type);
      for (const kind of ["licence", "insurance", "menu"])
        expect(await send(tx, id, kind)).toMatchObject({ outcome: "saved" });
      for (const kind of ["any_kind", "publico", "licence_2"])
        expect(await send(tx, id, kind)).toEqual(refused("not_asked"));
      const free = await register(tx, (await makeKind(tx)).type);
      expect(await send(tx, free.id, "licence")).toEqual(refused("not_asked"));
      expect((await tx`select from public.registration_documents where registration_id = ${free.id}`).count).toBe(0);
    }));

  it("is refused when all files of the registration have more than 40 MB, and does not count files that it replaces", () =>
    asOwner(async (tx) => {
      const { id } = await register(tx, (await addKind(tx)).type);
      const token = await addRegistrationLink(tx, "registration", id);
      const add = async (kind: string, name: string, megabytes: number) => {
        await store(tx, name, megabytes);
        return (await tx`select public.add_registration_document(${token}, ${kind}, ${name}) as answer`)[0]!
          .answer as unknown;
      };
      const [first, second, third] = [path(id), path(id), path(id)];
      expect(await add("licence", first, 30)).toEqual({ outcome: "saved", replaced: [] });
      expect(await add("menu", second, 11)).toEqual(refused("too_much"));
      await tx`delete from storage.objects where name = ${second}`;
      expect(await add("licence", third, 35)).toEqual({ outcome: "saved", replaced: [first] });
    }));
});

describe("a registration of a kind without documents", () => {
  it("is confirmed at once", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx);
      const { id } = await register(tx, type);
      expect(await statusOf(tx, id)).toBe("confirmed");
    }));
});
