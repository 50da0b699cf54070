import { describe, expect, it } from "vitest";
import { answerRows } from "./rules";

describe("answerRows", () => {
  const words = { yes: "Sim", no: "Não" };

  it("shows questions instead of names and leaves out empty answers", () => {
    const side = { name: "side", label: "Side", options: [{ value: "Direito", label: "Right" }] };
    const schema = [{ name: "menu", label: "Cardápio" }, side, "broken", null];
    expect(
      answerRows(
        schema,
        { menu: "Pastel", side: "Direito", gas: true, water: false, days: ["1", "2"], kva: 3, x: "" },
        words,
      ),
    ).toEqual([
      ["Cardápio", "Pastel"],
      ["Side", "Right"],
      ["gas", "Sim"],
      ["water", "Não"],
      ["days", "1, 2"],
      ["kva", "3"],
    ]);
  });

  it("accepts a registration without a form", () => {
    expect(answerRows(undefined, null, words)).toEqual([]);
  });
});
