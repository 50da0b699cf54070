import { expect, it } from "vitest";
import { asRole, connect } from "./as-role";

const sql = connect();

const CALLS = ["public.preview_repair('redirects')", "public.run_repair('redirects')", "public.install_cities('SC', '[{\"ibge_code\": 4200000, \"name\": \"X\"}]')"];

it.each(["anon", "user", "vendedor", "editor", "admin"] as const)("repairs and the city installer are closed to %s", async (actor) => {
  for (const call of CALLS) await expect(asRole(sql, actor, (tx) => tx.unsafe(`select ${call}`))).rejects.toMatchObject({ code: "42501" });
});

it("every repair shows what it would do, and the search index is rebuilt to what its sources say", async () => {
  const left = await asRole(sql, "superadministrador", async (tx) => {
    for (const job of ["expired_trash", "redirects", "old_records", "orphan_files"]) await tx`select public.preview_repair(${job})`;
    await tx`select public.run_repair('search_index')`;
    for (const job of ["expired_trash", "redirects", "old_records"]) await tx`select public.run_repair(${job})`;
    return tx`select public.preview_repair('search_index')`;
  });
  expect(left.count).toBe(0);
});

it("new weights are the only active version, and null restores the built-in ones", async () => {
  const seen = await asRole(sql, "main_admin", async (tx) => {
    await tx`select public.save_weights('search', '{"city": 2}'), public.save_weights('search', '{"city": 3}')`;
    const active = await tx`select weights from public.algorithm_settings where is_active`;
    await tx`select public.save_weights('search', null)`;
    return { active: [...active], after: (await tx`select 1 from public.algorithm_settings where is_active`).count };
  });
  expect(seen).toEqual({ active: [{ weights: { city: 3 } }], after: 0 });
});
