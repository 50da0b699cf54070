import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { ACTORS, EDITORS_UP } from "../actors";
import { asRole } from "../as-role";

const ask = (tx: TransactionSql) => tx`select * from public.state_completeness()`;
const ofAcre = async (tx: TransactionSql) => (await ask(tx)).find(({ state_abbr: abbr }) => abbr === "AC")!;

describe("completeness of each state's content", () => {
  it.each(ACTORS.map((actor) => [actor, EDITORS_UP.some((one) => one === actor)] as const))(
    "can be read by %s: %s",
    async (actor, can) => {
      const rows = await asRole(actor, ask).catch((error: { code?: string }) =>
        error.code === "42501" ? null : Promise.reject(error),
      );
      expect(rows?.length ?? null).toBe(can ? 27 : null);
    },
  );

  it("counts published rows only, and a language only when it is complete", async () => {
    const texts = { headline: "a", intro: "b", best_season: "c", how_to_arrive: "d" };
    const facts = await asRole(
      "editor",
      async (tx) => {
        await tx`delete from public.emergency_contacts where state_abbr = 'AC'`;
        await tx`delete from public.photo_points where state_abbr = 'AC'`;
        await tx`delete from public.regions where state_abbr = 'AC'`;
        await tx`delete from public.state_contents where state_abbr = 'AC'`;
        await tx`insert into public.state_contents ${tx({ ...texts, state_abbr: "AC", best_season: "  ", translations: tx.json({ en: texts, es: { ...texts, intro: " " } }) })}`;
        await tx`insert into public.regions (name, slug, state_abbr, status, deleted_at) values ('a', 'a', 'AC', 'published', null), ('b', 'b', 'AC', 'draft', null), ('c', 'c', 'AC', 'published', now())`;
      },
      ofAcre,
    );
    expect(facts).toEqual({
      state_abbr: "AC",
      headline: true,
      intro: true,
      best_season: false,
      how_to_arrive: true,
      in_english: true,
      in_spanish: false,
      phones: "0",
      routes: "1",
      photo_points: "0",
    });
  });

  it("a state without content is reported as incomplete", async () => {
    const facts = await asRole("editor", (tx) => tx`delete from public.state_contents where state_abbr = 'AC'`, ofAcre);
    expect(facts).toMatchObject({ headline: false, intro: false, in_english: false, in_spanish: false });
  });
});
