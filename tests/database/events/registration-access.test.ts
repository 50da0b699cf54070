import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { EDITORS_UP, NOBODY, type Actor } from "../actors";
import { asOwner, becomeRole } from "../as-role";
import { registerAs } from "./registration-as";
import { addRegistrationLink, makeKind, register, statusOf } from "./registration-support";
import { GONE, keyOf, SAVED } from "../outcomes";

const CAR = { make: "Volkswagen", model: "Fusca", year: 1972, plate: "ABC1D23" };

/** A registration of the acting account with a car, a document and a link. */
async function ownRegistration(tx: TransactionSql) {
  const { type } = await makeKind(tx, { kind: "expositor" });
  const { id } = await registerAs(tx, "user", type, { vehicles: [CAR], answers: { rules_consent: true } });
  await tx`insert into public.registration_documents (registration_id, kind, path) values (${id}, 'identity', ${`${id}/x.pdf`})`;
  await addRegistrationLink(tx, "badge", id);
}
const OWNERS: readonly Actor[] = ["user", ...EDITORS_UP];

describeAccess("event_registrations", ownRegistration, [
  ["select of an own registration", OWNERS, "select 1 from public.event_registrations"],
  [
    "insert",
    NOBODY,
    "insert into public.event_registrations (code, event_id, type_id, full_name, email, status) select 'ABCDEFGH', event_id, type_id, 'Ana', 'a@example.org', 'confirmed' from public.event_registrations limit 1",
    ownRegistration,
  ],
  ["update", NOBODY, "update public.event_registrations set club = null"],
  ["delete", NOBODY, "delete from public.event_registrations"],
]);

describeAccess("registration_vehicles", ownRegistration, [
  ["select of an own registration", OWNERS, "select 1 from public.registration_vehicles"],
  [
    "insert",
    NOBODY,
    "insert into public.registration_vehicles (registration_id, position, make, model, year) select id, 9, 'Ford', 'Corcel', 1975 from public.event_registrations limit 1",
    ownRegistration,
  ],
  ["update", NOBODY, "update public.registration_vehicles set color = null"],
  ["delete", NOBODY, "delete from public.registration_vehicles"],
]);

describeAccess("registration_documents", ownRegistration, [
  ["select of an own registration", OWNERS, "select 1 from public.registration_documents"],
  [
    "insert",
    NOBODY,
    "insert into public.registration_documents (registration_id, kind, path) select id, 'identity', 'y.pdf' from public.event_registrations limit 1",
    ownRegistration,
  ],
  ["update", NOBODY, "update public.registration_documents set reason = null"],
  ["delete", NOBODY, "delete from public.registration_documents"],
]);

describeAccess("registration_events", ownRegistration, [
  ["select of an own registration", OWNERS, "select 1 from public.registration_events"],
  [
    "insert",
    NOBODY,
    "insert into public.registration_events (registration_id, to_status) select id, 'confirmed' from public.event_registrations limit 1",
    ownRegistration,
  ],
  ["update", NOBODY, "update public.registration_events set note = null"],
  ["delete", NOBODY, "delete from public.registration_events"],
]);

describeAccess("registration_links", ownRegistration, [
  ["select", NOBODY, "select token_hash from public.registration_links"],
  ["insert", NOBODY, "insert into public.registration_links select * from public.registration_links", ownRegistration],
  ["update", NOBODY, "update public.registration_links set expires_at = expires_at"],
  ["delete", NOBODY, "delete from public.registration_links"],
]);

const confirmed = async (tx: TransactionSql) =>
  register(tx, (await makeKind(tx, { capacity: 3 })).type, { email: "ana@example.org" });
const readable = async (tx: TransactionSql, name: "read_registration" | "read_badge", key: string) =>
  (await tx<{ found: unknown }[]>`select public.${tx(name)}(${key}) as found`)[0]!.found;

describe("links of a registration", () => {
  it.each([
    ["registration", true, true],
    ["manage", true, true],
    ["badge", false, true],
  ] as const)("a %s link opens the page: %s, and the badge: %s", (kind, page, badge) =>
    asOwner(async (tx) => {
      const { id } = await confirmed(tx);
      const token = await addRegistrationLink(tx, kind, id);
      await becomeRole(tx, "anon");
      expect(Boolean(await readable(tx, "read_registration", token))).toBe(page);
      expect(Boolean(await readable(tx, "read_badge", token))).toBe(badge);
    }),
  );

  it("is refused once it has ended or was revoked", () =>
    asOwner(async (tx) => {
      const { id } = await confirmed(tx);
      const [ended, revoked] = [
        await addRegistrationLink(tx, "badge", id),
        await addRegistrationLink(tx, "manage", id),
      ];
      await tx`update public.registration_links set issued_at = now() - interval '2 days', expires_at = now() - interval '1 day' where kind = 'badge'`;
      await tx`update public.registration_links set revoked_at = now() where kind = 'manage'`;
      expect([await readable(tx, "read_badge", ended), await readable(tx, "read_registration", revoked)]).toEqual([
        null,
        null,
      ]);
    }));

  it.each(["user", "another_user", "anon", "vendedor"] as const)(
    "the id opens the badge for its owner only: %s",
    (actor) =>
      asOwner(async (tx) => {
        const { type } = await makeKind(tx);
        const { id } = await registerAs(tx, "user", type);
        await becomeRole(tx, actor);
        expect(Boolean(await readable(tx, "read_badge", id))).toBe(actor === "user");
      }),
  );

  it("cancels and transfers only with the mailed link", () =>
    asOwner(async (tx) => {
      const { id } = await confirmed(tx);
      const weak = await addRegistrationLink(tx, "registration", id);
      const other = { full_name: "Beto", email: "beto@example.org", phone: "48 98888-0000" };
      const [refused] = await tx`
        select public.cancel_own_registration(${weak}) as cancelled, public.transfer_registration(${weak}, ${tx.json(other)}) as moved`;
      expect([refused, await statusOf(tx, id)]).toEqual([{ cancelled: GONE, moved: GONE }, "confirmed"]);
    }));

  it("gives the registration to another person, whose earlier links and badge end", () =>
    asOwner(async (tx) => {
      const { id } = await confirmed(tx);
      const [manage, badge] = [await addRegistrationLink(tx, "manage", id), await addRegistrationLink(tx, "badge", id)];
      const other = { full_name: "Beto", email: "Beto@Example.org", phone: "48 98888-0000" };
      await tx`select public.transfer_registration(${manage}, ${tx.json(other)})`;
      const [row] =
        await tx`select full_name, email, user_id, badge_version from public.event_registrations where id = ${id}`;
      expect(row).toEqual({ full_name: "Beto", email: "beto@example.org", user_id: null, badge_version: 2 });
      expect([await readable(tx, "read_badge", badge), await readable(tx, "read_registration", manage)]).toEqual([
        null,
        null,
      ]);
      const mails = await tx`
        select data ->> 'to' as to, data -> 'data' ->> 'link_kind' as link from private.outbox where data ->> 'template' in ('registration_left', 'registration_transferred') order by 1`;
      expect(mails.map(({ to, link }) => `${to} ${link}`)).toEqual(["ana@example.org null", "beto@example.org badge"]);
    }));

  it.each([
    ["ana@example.org", true],
    ["ANA@example.org ", true],
    ["+55 (48) 99999-0000", true],
    ["48999990000", true],
    ["999990000", false],
    ["beto@example.org", false],
    ["", false],
    ["%", false],
  ])("the contact %j finds the registration: %s", (contact, found) =>
    asOwner(async (tx) => {
      const { code, id } = await confirmed(tx);
      const [row] = await tx`select public.find_registration(${code.toLowerCase()}, ${contact}) as id`;
      expect(row!.id).toBe(found ? id : null);
    }),
  );

  it("changes data until the limit and keeps the number of places", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx, { kind: "expositor" });
      const rules = { rules_consent: true };
      const { id } = await register(tx, type, { vehicles: [CAR, CAR], answers: rules });
      const token = await addRegistrationLink(tx, "registration", id);
      const before =
        await tx`select id from public.registration_vehicles where registration_id = ${id} and position = 1`;
      const edit = (more: object) =>
        tx.savepoint(
          (inner) =>
            inner`select public.edit_own_registration(${token}, ${inner.json({ phone: "48 97777-0000", answers: rules, vehicles: [{ ...CAR, year: 1973 }], ...more })}) as done`,
        );
      expect((await edit({}))[0]!.done).toEqual(SAVED);
      const cars = await tx`select id, year from public.registration_vehicles where registration_id = ${id}`;
      expect(cars).toEqual([{ id: before[0]!.id, year: 1973 }]);
      await expect(edit({ companions: ["Beto"] })).rejects.toThrow(/^invalid$/);
      await tx`update public.event_registration_types set edit_until = now() - interval '1 minute' where id = ${type}`;
      expect((await edit({}))[0]!.done).toEqual(GONE);
    }));

  it("takes a document only in the folder of the registration, and replaces the one before", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx);
      await tx`update public.event_registration_types set required_documents = '{identity}' where id = ${type}`;
      const { id } = await register(tx, type);
      const token = await addRegistrationLink(tx, "registration", id);
      const add = async (path: string) =>
        keyOf(tx`select public.add_registration_document(${token}, 'identity', ${path}) as answer`);
      const file = (folder: string, digit: number) => `${folder}/00000000-0000-4000-8000-00000000000${digit}.pdf`;
      expect([
        await add(file("00000000-0000-4000-8000-00000000000f", 1)),
        await add(`${id}/x.svg`),
        await add(file(id, 1)),
        await add(file(id, 2)),
      ]).toEqual(["closed", "closed", "saved", "saved"]);
      const rows = await tx`select path from public.registration_documents where registration_id = ${id}`;
      expect(rows).toEqual([{ path: file(id, 2) }]);
    }));
});
