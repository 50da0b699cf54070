import { describe, expect, it } from "vitest";
import { typedLine, typedText } from "@/lib/platform/typed-text";
import { TYPED_TEXTS } from "../../support/typed-texts";
import { ID_OF } from "../actors";
import { asOwner, sql } from "../as-role";

const withoutZero = TYPED_TEXTS.filter(([typed]) => !typed.includes("\u0000"));

describe("typed texts", () => {
  it("are stored alike by the database and the forms", async () => {
    const texts = withoutZero.map(([typed]) => typed);
    const rows = await sql<{ block: string; line: string }[]>`
      select private.typed_text(value) as block, private.typed_line(value) as line
      from unnest(${texts}::text[]) with ordinality as one (value, place) order by place`;
    expect(rows.map(({ block }) => block)).toEqual(texts.map(typedText));
    expect(rows.map(({ line }) => line)).toEqual(texts.map(typedLine));
  });

  it.each([
    ["a name of invisible characters", { name: "\u200b\u2060" }, "invalid"],
    ["a name with a direction control", { name: "Ana\u202eamiL" }, "AnaamiL"],
    ["a name with a line break", { name: "Ana\nLima" }, "Ana Lima"],
  ])("of a function: %s", async (_, payload, expected) => {
    const answer = await sql`select private.text_field(${sql.json(payload)}, 'name', 120, true) as name`.then(
      ([row]) => row!.name as string,
      ({ message }: Error) => message,
    );
    expect(answer).toBe(expected);
  });

  it("of a list refuse an item without a visible character", async () => {
    const list = (items: string[]) =>
      sql`select private.texts_field(${sql.json({ companions: items })}, 'companions', 5) as items`.then(
        ([row]) => row!.items as string[],
        ({ message }: Error) => message,
      );
    expect(await list(["Bia\u202e", " Caio "])).toEqual(["Bia", "Caio"]);
    expect(await list(["\u200b"])).toBe("invalid");
  });

  it("of a table that accounts write directly have no control characters", async () => {
    const [row] = await asOwner(async (tx) => {
      await tx`update public.profiles set full_name = ${"Ana\u202e\nLima"} where id = ${ID_OF.user}`;
      return tx`select full_name from public.profiles where id = ${ID_OF.user}`;
    });
    expect(row).toEqual({ full_name: "Ana Lima" });
  });
});
