import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, EDITORS_UP } from "../actors";
import { asOwner, asRole } from "../as-role";

const PATH = "/midia/2026-11/00000000-0000-4000-8000-0000000000ab.webp";

async function prepare(tx: TransactionSql): Promise<void> {
  await tx`insert into public.cities (ibge_code, name, slug, state_abbr, lat, lng) values (4299999, 'Cidade de teste', 'cidade-de-teste', 'SC', -28, -49) on conflict do nothing`;
  await tx`insert into public.media_assets (path, width, height, bytes, uploaded_by) values (${PATH}, 10, 10, 10, null)`;
}
const add = (tx: TransactionSql, title = "Praça", isCover = true) =>
  tx`insert into public.city_photos (city_ibge, title, picture, is_cover) values (4299999, ${title}, ${PATH}, ${isCover})`;
const withPhoto = async (tx: TransactionSql) => {
  await prepare(tx);
  await add(tx);
};
const hasCover = async (tx: TransactionSql) =>
  (await tx<{ has_cover: boolean }[]>`select has_cover from public.cities where ibge_code = 4299999`)[0]?.has_cover;

describeAccess("city_photos", withPhoto, [
  ["select", ACTORS, "select 1 from public.city_photos where city_ibge = 4299999"],
  ["insert", EDITORS_UP, (tx) => add(tx), prepare],
  ["update", EDITORS_UP, "update public.city_photos set title = 'Igreja' where city_ibge = 4299999"],
  ["delete", EDITORS_UP, "delete from public.city_photos where city_ibge = 4299999"],
]);

describe("the cover of a town", () => {
  it("is replaced by a new one", async () => {
    const covers = await asOwner(async (tx) => {
      await withPhoto(tx);
      await add(tx, "Igreja");
      return tx<{ title: string }[]>`select title from public.city_photos where city_ibge = 4299999 and is_cover`;
    });
    expect(covers.map(({ title }) => title)).toEqual(["Igreja"]);
  });

  it("is recorded on the town, also when set by an editor who may not change towns", async () => {
    const noted = await asRole("editor", prepare, async (tx) => {
      await add(tx, "Capa");
      const before = await hasCover(tx);
      await tx`delete from public.city_photos where city_ibge = 4299999`;
      return [before, await hasCover(tx)];
    });
    expect(noted).toEqual([true, false]);
  });

  it("requires an existing picture", async () => {
    const insert = asOwner(async (tx) => {
      await prepare(tx);
      await tx`insert into public.city_photos (city_ibge, title, picture) values (4299999, 'X', '/midia/2026-11/nenhuma.webp')`;
    });
    await expect(insert).rejects.toMatchObject({ code: "23503" });
  });
});
