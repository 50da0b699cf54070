import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { teamSchema } from "@/lib/event-panel/schema";
import { ID_OF } from "./actors";
import { asOwner, becomeRole, connect } from "./as-role";
import { makeKind, register } from "./registration-support";

const sql = connect();

const teamOf = async (tx: TransactionSql, event: string) => {
  const [row] = await tx<{ team: unknown }[]>`select public.event_team(${event}) as team`;
  return teamSchema.parse(row!.team);
};

describe("the team of an event", () => {
  it("has its organiser, link, devices and the operators of the gate, without tokens and blocked accounts", () =>
    asOwner(sql, async (tx) => {
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
    asOwner(sql, async (tx) => {
      await becomeRole(tx, "editor");
      const [row] = await tx<{ team: unknown }[]>`select public.event_team(${ID_OF.user}) as team`;
      expect(row!.team).toBeNull();
    }));
});

describe("sharing a badge", () => {
  it("is written into the history of a confirmed registration", () =>
    asOwner(sql, async (tx) => {
      const { type } = await makeKind(tx);
      const { id } = await register(tx, type);
      await becomeRole(tx, "editor");
      await tx`select public.share_badge(${id})`;
      await tx`reset role`;
      const notes = await tx<{ note: string; actor_id: string }[]>`
        select note, actor_id from public.registration_events where registration_id = ${id} and note is not null`;
      expect([...notes]).toEqual([{ note: "shared:", actor_id: ID_OF.editor }]);
    }));

  it("is refused while a registration is not confirmed", async () => {
    const attempt = asOwner(sql, async (tx) => {
      const { type } = await makeKind(tx, { approval: true });
      const { id } = await register(tx, type);
      await becomeRole(tx, "editor");
      await tx`select public.share_badge(${id})`;
    });
    await expect(attempt).rejects.toMatchObject({ message: "registration_decided" });
  });
});
