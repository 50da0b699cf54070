import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ADMINS_UP, NOBODY } from "../actors";
import { asOwner, asRole, sql } from "../as-role";

const add = (tx: TransactionSql) =>
  tx`insert into public.search_misses (day, words, locale) values ('2020-01-01', 'fusca teste', 'pt-BR')`;

describeAccess("search_misses", add, [
  ["select", ADMINS_UP, "select 1 from public.search_misses where words = 'fusca teste'"],
  ["insert", NOBODY, add],
  ["update", NOBODY, "update public.search_misses set times = 9 where words = 'fusca teste'"],
  ["delete", NOBODY, "delete from public.search_misses where words = 'fusca teste'"],
]);

describe("words of a search without a result", () => {
  it.each([
    ["Mecânico  de Câmbio", "mecanico de cambio"],
    ["pátio-museu", "patio museu"],
    ["Rua das Flores", null],
    ["av Brasil", null],
    ["34221007", null],
    ["oficina 3422-1007", null],
    ["ana@example.com", null],
    ["www.exemplo.com", null],
    ["ab", null],
    ["um dois tres quatro cinco seis", null],
    ["<script>", null],
  ])("%j is stored as %j", async (typed, stored) => {
    const [row] = await sql<{ words: string | null }[]>`select private.missed_words(${typed}) as words`;
    expect(row!.words).toBe(stored);
  });

  it("are counted by day and language, without an account", async () => {
    await asOwner(async (tx) => {
      for (const typed of ["Xiruba", "xiruba", "Rua Xiruba"])
        await tx`select public.add_search_miss(${typed}, 'pt-BR')`;
      const rows = await tx`select words, times, locale from public.search_misses where words like '%xiruba%'`;
      expect([...rows]).toEqual([{ words: "xiruba", times: 2, locale: "pt-BR" }]);
    });
  });

  it("stop at 500 different ones a day", async () => {
    await asOwner(async (tx) => {
      await tx`delete from public.search_misses`;
      await tx`insert into public.search_misses (day, words, locale)
        select private.day_of(now()), 'xx' || chr(97 + one / 26) || chr(97 + one % 26), 'pt-BR' from generate_series(0, 499) as one`;
      await tx`select public.add_search_miss('novidade', 'pt-BR')`;
      await tx`select public.add_search_miss('xxaa', 'pt-BR')`;
      const rows = await tx`select words, times from public.search_misses where words in ('novidade', 'xxaa')`;
      expect([...rows]).toEqual([{ words: "xxaa", times: 2 }]);
    });
  });

  it("are listed for analytics readers only, the most frequent first", async () => {
    const report = (tx: TransactionSql) =>
      tx`select words, times::int as times from public.search_miss_report('2020-01-01', '2020-01-31')`;
    for (const [actor, rows] of [
      [
        "admin",
        [
          { words: "opala", times: 5 },
          { words: "fusca teste", times: 1 },
        ],
      ],
      ["editor", []],
    ] as const)
      await asRole(
        actor,
        async (tx) => {
          await add(tx);
          await tx`insert into public.search_misses (day, words, locale, times) values ('2020-01-02', 'opala', 'pt-BR', 5)`;
        },
        async (tx) => expect([...(await report(tx))]).toEqual(rows),
      );
  });
});
