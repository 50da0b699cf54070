import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ADMINS_UP, EDITORS_UP, NOBODY } from "../actors";
import { asOwner, becomeRole, callAs } from "../as-role";
import { addEntrant, addMeeting, addTemplate } from "./certificate-rows";

type Kind = "badges" | "certificates";

const addBatch =
  (kind: Kind) =>
  async (tx: TransactionSql): Promise<{ batch: string; event: string }> => {
    const meeting = await addMeeting(tx);
    const { registration } = await addEntrant(tx, meeting);
    const [row] = await tx<{ id: string }[]>`
      insert into public.print_batches (kind, event_id, size, items)
      values (${kind}, ${meeting.event}, ${kind === "badges" ? "a6" : null}, ${[registration]}) returning id`;
    return { batch: row!.id, event: meeting.event };
  };

describeAccess("print_batches", addBatch("badges"), [
  ["select of badges", EDITORS_UP, "select 1 from public.print_batches"],
  ["select of certificates", ADMINS_UP, "select 1 from public.print_batches", addBatch("certificates")],
  [
    "insert",
    NOBODY,
    "insert into public.print_batches (kind, event_id, size, items) select kind, event_id, size, items from public.print_batches",
    addBatch("badges"),
  ],
  ["update", NOBODY, "update public.print_batches set done = 0"],
  ["delete", NOBODY, "delete from public.print_batches"],
]);

type Choice = { type?: string | null; attending?: string | null; since?: string | null };

const printBadges = async (tx: TransactionSql, event: string, { type, attending, since }: Choice = {}) => {
  const [row] = await tx<{ count: number }[]>`
    select public.print_badges(${event}, ${type ?? null}, ${attending ?? null}, ${since ?? null}, 'card', 'pt-BR') as count`;
  return row!.count;
};

const namesOf = async (tx: TransactionSql) => {
  await tx`reset role`;
  const rows = await tx<{ name: string }[]>`
    select registration.full_name as name
    from public.print_batches, unnest(items) with ordinality as item (id, place)
      join public.event_registrations as registration on registration.id = item.id
    order by place`;
  return rows.map(({ name }) => name);
};

describe("a PDF of badges", () => {
  it("takes the confirmed registrations of the event by name and enqueues one job", async () => {
    const found = await asOwner(async (tx) => {
      const meeting = await addMeeting(tx);
      for (const name of ["Éder", "Ana", "zélia"]) await addEntrant(tx, meeting, { name });
      await addEntrant(tx, meeting, { name: "Pendente", status: "pending" });
      await addEntrant(tx, await addMeeting(tx, { slug: "outro-encontro" }), { name: "De outro" });
      await becomeRole(tx, "editor");
      const count = await printBadges(tx, meeting.event);
      const names = await namesOf(tx);
      return { count, names, jobs: (await tx`select 1 from private.outbox where job = 'print-batch'`).length };
    });
    expect(found).toEqual({ count: 3, names: ["Ana", "Éder", "zélia"], jobs: 1 });
  });

  it.each<[string, Choice | "kind", string[]]>([
    ["of one kind", "kind", ["Comercial"]],
    ["of people who said that they come", { attending: "yes" }, ["Vem"]],
    ["confirmed since a day", { since: "2026-02-01" }, ["Comercial", "Vem"]],
  ])("takes those %s", async (_, choice, expected) => {
    const names = await asOwner(async (tx) => {
      const meeting = await addMeeting(tx);
      const [other] = await tx<{ id: string }[]>`
        insert into public.event_registration_types (event_id, kind, name) values (${meeting.event}, 'publico', 'Público') returning id`;
      const come = await addEntrant(tx, meeting, { name: "Vem" });
      const early = await addEntrant(tx, meeting, { name: "Cedo" });
      await addEntrant(tx, { event: meeting.event, type: other!.id }, { name: "Comercial" });
      await tx`alter table public.event_registrations disable trigger user`;
      await tx`update public.event_registrations set confirmed_at = '2026-02-01 12:00-03'`;
      await tx`update public.event_registrations set attending = 'yes' where id = ${come.registration}`;
      await tx`update public.event_registrations set confirmed_at = '2026-01-31 23:59-03' where id = ${early.registration}`;
      await tx`alter table public.event_registrations enable trigger user`;
      await becomeRole(tx, "admin");
      await printBadges(tx, meeting.event, choice === "kind" ? { type: other!.id } : choice);
      return namesOf(tx);
    });
    expect(names).toEqual(expected);
  });

  it("takes the confirmed ones of a selection, of this event only", async () => {
    const names = await asOwner(async (tx) => {
      const meeting = await addMeeting(tx);
      const selected = [
        await addEntrant(tx, meeting, { name: "Escolhida" }),
        await addEntrant(tx, meeting, { name: "Pendente", status: "pending" }),
        await addEntrant(tx, await addMeeting(tx, { slug: "outro-encontro" }), { name: "De outro" }),
      ].map(({ registration }) => registration);
      await addEntrant(tx, meeting, { name: "Não escolhida" });
      await becomeRole(tx, "admin");
      await tx`select public.print_badges(${meeting.event}, null, null, null, 'card', 'pt-BR', ${selected}::uuid[])`;
      return namesOf(tx);
    });
    expect(names).toEqual(["Escolhida"]);
  });

  it("of cards for windscreens has a page for every car of the confirmed registrations, with its code", async () => {
    const found = await asOwner(async (tx) => {
      const meeting = await addMeeting(tx);
      const two = await addEntrant(tx, meeting, { name: "Dois carros" });
      const [second] = await tx<{ id: string }[]>`
        insert into public.registration_vehicles (registration_id, position, make, model, year)
        values (${two.registration}, 2, 'Ford', 'Corcel', 1975) returning id`;
      const onFoot = await addEntrant(tx, meeting, { name: "A pé" });
      await tx`delete from public.registration_vehicles where id = ${onFoot.vehicle}`;
      const gone = await addEntrant(tx, meeting, { name: "Saiu" });
      await callAs(
        tx,
        "admin",
        () => tx`select public.print_badges(${meeting.event}, null, null, null, 'windscreen', 'pt-BR')`,
      );
      await tx`update public.event_registrations set status = 'cancelled' where id = ${gone.registration}`;
      const [batch] = await tx<{ items: string[]; content: { code: string; car: string }[] }[]>`
        select items, private.print_items(id, 0, 25) as content from public.print_batches`;
      return { two, second: second!.id, gone: gone.vehicle, ...batch! };
    });
    expect(found.items).toEqual([found.two.vehicle, found.second, found.gone]);
    expect(found.content.map(({ code, car }) => [code, car])).toEqual([
      [found.two.code, found.two.vehicle],
      [found.two.code, found.second],
    ]);
  });

  it("is refused when nobody is confirmed, and while another one of the event is being made", async () => {
    const print = (entrants: number) =>
      asOwner(async (tx) => {
        const meeting = await addMeeting(tx);
        for (let index = 0; index < entrants; index += 1) await addEntrant(tx, meeting);
        await becomeRole(tx, "admin");
        await printBadges(tx, meeting.event);
        await printBadges(tx, meeting.event);
      });
    await expect(print(0)).rejects.toMatchObject({ message: "nothing_to_print" });
    await expect(print(1)).rejects.toMatchObject({ message: "printing" });
  });

  it.each(["user", "vendedor"] as const)("is refused to %s", async (actor) => {
    const started = asOwner(async (tx) => {
      const meeting = await addMeeting(tx);
      await addEntrant(tx, meeting);
      await becomeRole(tx, actor);
      return printBadges(tx, meeting.event);
    });
    await expect(started).rejects.toMatchObject({ code: "42501" });
  });

  it("is no entry and changes no registration", async () => {
    const [before, after] = await asOwner(async (tx) => {
      const meeting = await addMeeting(tx);
      await addEntrant(tx, meeting);
      const state = async () => [
        ...(await tx`select registration.*, (select count(*)::int from public.event_checkins) as entries from public.event_registrations as registration`),
      ];
      const first = await state();
      await callAs(tx, "admin", () => printBadges(tx, meeting.event));
      await tx`select private.print_items(id, 0, 25) from public.print_batches`;
      return [first, await state()] as const;
    });
    expect(after).toEqual(before);
  });

  it("leaves out a registration that was cancelled after the start", async () => {
    const items = await asOwner(async (tx) => {
      const meeting = await addMeeting(tx);
      const [ana] = [await addEntrant(tx, meeting, { name: "Ana" }), await addEntrant(tx, meeting, { name: "Bia" })];
      await callAs(tx, "admin", () => printBadges(tx, meeting.event));
      await tx`update public.event_registrations set status = 'cancelled' where id = ${ana.registration}`;
      const [row] = await tx<{ items: { full_name: string }[] }[]>`
        select private.print_items(id, 0, 25) as items from public.print_batches`;
      return row!.items.map(({ full_name }) => full_name);
    });
    expect(items).toEqual(["Bia"]);
  });
});

describe("a PDF of certificates", () => {
  it("takes the valid certificates of the event and is refused to editors", async () => {
    const print = (actor: "admin" | "editor") =>
      asOwner(async (tx) => {
        const [meeting, template] = [await addMeeting(tx), await addTemplate(tx)];
        const issued: string[] = [];
        for (const name of ["Ana", "Bia"]) {
          const { registration } = await addEntrant(tx, meeting, { name });
          const [row] = await tx<{ id: string }[]>`
            select private.issue_certificate(${registration}, ${template}, null, null, null) as id`;
          issued.push(row!.id);
        }
        await tx`update public.certificates set revoked_at = now(), revoke_reason = 'x' where id = ${issued[0]!}`;
        const [row] = await callAs(
          tx,
          actor,
          () => tx<{ count: number }[]>`select public.print_certificates(${meeting.event}) as count`,
        );
        const [batch] = await tx<{ items: string[] }[]>`select items from public.print_batches`;
        return { count: row!.count, isValidOne: batch!.items[0] === issued[1] };
      });
    expect(await print("admin")).toEqual({ count: 1, isValidOne: true });
    await expect(print("editor")).rejects.toMatchObject({ code: "42501" });
  });
});

describe("a failed PDF", () => {
  const retry = (kind: Kind, actor: "admin" | "editor" | "user", failed: boolean) =>
    asOwner(async (tx) => {
      const { batch } = await addBatch(kind)(tx);
      if (failed) await tx`select private.fail_print_batch(${batch}, 'storage: closed')`;
      await callAs(tx, actor, () => tx`select public.retry_print_batch(${batch})`);
      const jobs = await tx`select 1 from private.outbox where job = 'print-batch'`;
      const [row] = await tx`select failed_at, failure from public.print_batches`;
      return { jobs: jobs.length, ...row };
    });

  it("is started again by those who may print its kind", async () => {
    const started = { jobs: 1, failed_at: null, failure: null };
    expect(await retry("badges", "editor", true)).toEqual(started);
    expect(await retry("certificates", "admin", true)).toEqual(started);
    await expect(retry("certificates", "editor", true)).rejects.toMatchObject({ code: "42501" });
    await expect(retry("badges", "user", true)).rejects.toMatchObject({ code: "42501" });
  });

  it("is the only one that can be started again", async () => {
    await expect(retry("badges", "admin", false)).rejects.toMatchObject({ message: "not_found" });
  });
});

it("a deleted batch queues its file for deletion", async () => {
  const files = await asOwner(async (tx) => {
    const { batch } = await addBatch("badges")(tx);
    await tx`select private.end_print_batch(${batch}, ${`${batch}.pdf`}, 1)`;
    await tx`delete from public.print_batches`;
    return [...(await tx`select bucket, name = ${`${batch}.pdf`} as is_its from private.file_deletions`)];
  });
  expect(files).toContainEqual({ bucket: "print-batches", is_its: true });
});
