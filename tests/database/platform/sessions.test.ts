import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { ROLES } from "@/lib/platform/auth/permissions";
import { ACTORS, ID_OF, MAIN_ADMINS_UP } from "../actors";
import { asRole } from "../as-role";

const SESSIONS = {
  editor: "20000000-0000-4000-8000-000000000001",
  main_admin: "20000000-0000-4000-8000-000000000002",
  superadministrador: "20000000-0000-4000-8000-000000000003",
} as const;

const arrange = async (tx: TransactionSql) => {
  await tx`delete from auth.sessions`;
  for (const [account, id] of Object.entries(SESSIONS)) {
    await tx`insert into auth.sessions (id, user_id, user_agent, created_at, updated_at) values (${id}, ${ID_OF[account as keyof typeof SESSIONS]}, 'Firefox Linux', now() - interval '2 days', now())`;
  }
  await tx`update auth.sessions set not_after = now() - interval '1 day' where user_id = ${ID_OF.superadministrador}`;
};

const refused = (error: { code?: string }) => (error.code === "42501" ? "refused" : Promise.reject(error));
const mayRead = ACTORS.map((actor) => [actor, MAIN_ADMINS_UP.some((one) => one === actor)] as const);

describe("list_sessions", () => {
  it.each(mayRead)("can be read by %s: %s", async (actor, can) => {
    // Two of the arranged sessions are open; the third one is the caller's.
    const rows = await asRole(actor, arrange, (tx) => tx`select id from public.list_sessions()`).catch(refused);
    expect(rows === "refused" ? rows : rows.length).toBe(can ? 3 : "refused");
  });

  it("marks the sessions that may be ended and contains no address", async () => {
    const rows = await asRole(
      "main_admin",
      arrange,
      (tx) => tx`select * from public.list_sessions(1, 25) order by username`,
    );
    expect(
      rows.map(({ user_id, is_own, is_endable, total, device }) => ({
        user_id: user_id as string,
        is_own: is_own as boolean,
        is_endable: is_endable as boolean,
        total: total as string,
        device: device as string,
      })),
    ).toEqual(
      expect.arrayContaining([
        { user_id: ID_OF.editor, is_own: false, is_endable: true, total: "3", device: "Firefox Linux" },
        { user_id: ID_OF.main_admin, is_own: true, is_endable: true, total: "3", device: "Firefox Linux" },
      ]),
    );
    expect(Object.keys(rows[0]!)).not.toContain("ip");
  });

  it("contains the device that the access log recorded at sign-in", async () => {
    const [row] = await asRole(
      "superadministrador",
      async (tx) => {
        await arrange(tx);
        await tx`insert into public.access_logs (event, user_id, device, created_at) values ('sign_in', ${ID_OF.editor}, 'Safari iPhone', now() - interval '2 days' + interval '3 seconds'), ('sign_in', ${ID_OF.editor}, 'Chrome', now())`;
      },
      (tx) => tx`select device from public.list_sessions() where user_id = ${ID_OF.editor}`,
    );
    expect(row).toEqual({ device: "Safari iPhone" });
  });

  it("returns one page", async () => {
    const rows = await asRole("superadministrador", arrange, (tx) => tx`select id from public.list_sessions(2, 1)`);
    expect(rows).toHaveLength(1);
  });
});

describe("end_session", () => {
  const end = (session: string) => async (tx: TransactionSql) =>
    (await tx`select public.end_session(${session}) as ended`)[0]!.ended.outcome === "saved";

  it.each(mayRead)("of an editor by %s: %s", async (actor, can) => {
    expect(await asRole(actor, arrange, end(SESSIONS.editor)).catch(refused)).toBe(can ? true : "refused");
  });

  it("of a higher rank is refused, an own one ends, an ended one is no error", async () => {
    expect(await asRole("main_admin", arrange, end(SESSIONS.superadministrador)).catch(refused)).toBe("refused");
    expect(await asRole("main_admin", arrange, end(SESSIONS.main_admin))).toBe(true);
    expect(await asRole("main_admin", arrange, end("20000000-0000-4000-8000-00000000000f"))).toBe(false);
  });
});

describe("second_factor_share", () => {
  const WORKING = ROLES.filter((role) => role !== "user").toSorted();
  const ask = (tx: TransactionSql) => tx`select * from public.second_factor_share()`;

  it.each(mayRead)("can be read by %s: %s", async (actor, can) => {
    const rows = await asRole(actor, ask).catch(refused);
    expect(rows === "refused" ? rows : rows.map((row) => row.role as string).toSorted()).toEqual(
      can ? WORKING : "refused",
    );
  });

  it("counts verified factors of the staff, when the auth server stores them", async () => {
    const rows = await asRole(
      "main_admin",
      async (tx) => {
        for (const [actor, status] of [
          ["editor", "verified"],
          ["admin", "unverified"],
          ["user", "verified"],
        ] as const) {
          await tx`insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at) values (gen_random_uuid(), ${ID_OF[actor]}, 'totp', ${status}, now(), now())`;
        }
      },
      ask,
    );
    const of = (role: string) => rows.find((row) => row.role === role);
    expect(of("editor")).toMatchObject({ with_factor: "1" });
    expect(of("admin")).toMatchObject({ with_factor: "0" });
    expect(of("user")).toBeUndefined();
  });
});
