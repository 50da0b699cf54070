import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { teamSchema } from "@/lib/events/panel/schema";
import { describeAccess } from "../access";
import { ID_OF, NOBODY } from "../actors";
import { asOwner, becomeRole, callAs } from "../as-role";
import { keyOf } from "../outcomes";
import { addEvent, save, versionOf } from "./rows";
import { makeKind, register } from "./registration-support";

const teamOf = async (tx: TransactionSql, event: string) => {
  const [row] = await tx<{ team: unknown }[]>`select public.event_team(${event}) as team`;
  return teamSchema.parse(row!.team);
};

describe("the team of an event", () => {
  it("has its organiser, link, devices and the operators of the gate, without tokens and blocked accounts", () =>
    asOwner(async (tx) => {
      const { event } = await makeKind(tx);
      const [link] = await tx<{ id: string }[]>`
        insert into public.event_publish_links (label, token_hash, max_uses, expires_at)
        values ('Museu', ${"a".repeat(64)}, 3, now() + interval '9 days') returning id`;
      await tx`update public.events set organizer_id = ${ID_OF.user}, publish_link_id = ${link!.id} where id = ${event}`;
      await tx`insert into public.checkin_devices (event_id, name, expires_at) values (${event}, 'Celular 1', now() + interval '1 day')`;
      await tx`update public.profiles set permissions = '{event_checkin}' where id = ${ID_OF.user}`;
      await tx`update public.profiles set blocked_at = now() where role = 'main_admin'`;
      await tx`delete from public.role_permissions where role = 'editor' and permission_key = 'event_checkin'`;
      await becomeRole(tx, "editor");
      const team = await teamOf(tx, event);
      expect(team).toMatchObject({
        club: null,
        link: { label: "Museu", max_uses: 3, used: 1 },
        devices: [{ name: "Celular 1" }],
      });
      expect(team.organizer).not.toBeNull();
      expect(new Set(team.operators.map(({ role }) => role))).toEqual(new Set(["admin", "superadministrador"]));
      const [{ text }] = await tx<[{ text: string }]>`select public.event_team(${event})::text as text`;
      expect(text).not.toMatch(/token|hash/);
    }));

  it("is empty for an event that does not exist", () =>
    asOwner(async (tx) => {
      await becomeRole(tx, "editor");
      const [row] = await tx<{ team: unknown }[]>`select public.event_team(${ID_OF.user}) as team`;
      expect(row!.team).toBeNull();
    }));
});

describe("sharing a badge", () => {
  it("is written into the history of a confirmed registration", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx);
      const { id } = await register(tx, type);
      await callAs(tx, "editor", () => tx`select public.share_badge(${id})`);
      const notes = await tx<{ note: string; actor_id: string }[]>`
        select note, actor_id from public.registration_events where registration_id = ${id} and note is not null`;
      expect([...notes]).toEqual([{ note: "shared:", actor_id: ID_OF.editor }]);
    }));

  it("is refused while a registration is not confirmed", async () => {
    const attempt = asOwner(async (tx) => {
      const { type } = await makeKind(tx, { approval: true });
      const { id } = await register(tx, type);
      await becomeRole(tx, "editor");
      return keyOf(tx`select public.share_badge(${id}) as answer`);
    });
    expect(await attempt).toBe("registration_decided");
  });
});

const addMember = async (tx: TransactionSql) => {
  const id = await addEvent(tx, { status: "published", published_at: new Date() });
  await tx`
    insert into public.event_team_members (event_id, position, full_name, phone) values (${id}, 0, 'Ana Souza', '48 99999-0000')`;
  return id;
};

describeAccess("event_team_members", addMember, [
  ["select", NOBODY, "select 1 from public.event_team_members"],
  [
    "insert",
    NOBODY,
    "insert into public.event_team_members (event_id, position, full_name) select id, 1, 'Beto' from public.events limit 1",
    addMember,
  ],
  ["update", NOBODY, "update public.event_team_members set full_name = 'Beto'"],
  ["delete", NOBODY, "delete from public.event_team_members"],
]);

const ANA = { full_name: "Ana Souza", phone: "48 99999-0000" };
const BETO = { full_name: "Beto Lima", phone: null };

describe("the people whom an organiser names for check-in", () => {
  const formOf = async (tx: TransactionSql, id: string) => {
    const [row] = await tx<{ form: { team: unknown } | null }[]>`select public.read_event_form(${id}) as form`;
    return row!.form;
  };

  it("are saved with the event, kept by a save without them, and replaced by the next list", () =>
    asOwner(async (tx) => {
      const id = await addEvent(tx, { status: "draft" });
      await becomeRole(tx, "user");
      for (const [change, team] of [
        [{ team: [ANA, BETO] }, [ANA, BETO]],
        [{ venue: "Outra praça" }, [ANA, BETO]],
        [{ team: [BETO] }, [BETO]],
      ] as const) {
        await tx`reset role`;
        const expected_version = await versionOf(tx, id);
        await becomeRole(tx, "user");
        expect((await save(tx, { id, expected_version, ...change })).outcome).toBe("saved");
        expect((await formOf(tx, id))?.team).toEqual(team);
      }
    }));

  it.each([
    ["a member without a name", [{ full_name: " ", phone: null }]],
    ["a phone number of letters", [{ full_name: "Ana", phone: "ligue-me agora" }]],
    ["more than twenty people", Array.from({ length: 21 }, () => BETO)],
    ["a text", "Ana"],
    ["a list of texts", ["Ana"]],
  ])("are refused with %s", (_, team) =>
    asOwner(async (tx) => {
      const id = await addEvent(tx, { status: "draft" });
      const expected_version = await versionOf(tx, id);
      await becomeRole(tx, "user");
      await expect(save(tx, { id, expected_version, team })).rejects.toMatchObject({
        message: "invalid",
        detail: "team",
      });
    }),
  );

  it("wait with a change of a published event, and are written by its approval", () =>
    asOwner(async (tx) => {
      const id = await addMember(tx);
      const expected_version = await versionOf(tx, id);
      await becomeRole(tx, "user");
      expect(await save(tx, { id, expected_version, venue: "Outra praça", team: [BETO] })).toMatchObject({
        waits: true,
      });
      expect((await formOf(tx, id))?.team).toEqual([ANA]);
      await tx`reset role`;
      const [change] = await tx<{ id: string; payload: unknown }[]>`
        select id, payload from public.event_changes where event_id = ${id}`;
      expect(change!.payload).toEqual({ venue: "Outra praça", team: [BETO] });
      await becomeRole(tx, "editor");
      await tx`select public.decide_event_change(${change!.id}, 'approve')`;
      expect((await teamOf(tx, id)).members).toEqual([BETO]);
    }));

  it("are read by event managers only, and not by visitors of the event", () =>
    asOwner(async (tx) => {
      const id = await addMember(tx);
      await becomeRole(tx, "editor");
      expect((await teamOf(tx, id)).members).toEqual([ANA]);
      await becomeRole(tx, "vendedor");
      expect(await formOf(tx, id)).toBeNull();
      await expect(tx.savepoint((inner) => teamOf(inner, id))).rejects.toMatchObject({ code: "42501" });
    }));
});
