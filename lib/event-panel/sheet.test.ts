import { expect, it } from "vitest";
import { questionsSchema } from "../registrations/questions/schema";
import { answerCell, questionColumns } from "./sheet";

const question = (name: string, label: string, kind = "text") => ({ name, label, kind, required: false });
const words = { yes: "Sim", no: "Não" };

it("has a column for every question of every version, with the newest wording", () => {
  const versions = [
    [question("menu", "Cardápio"), question("old", "Pergunta antiga"), question("plan", "Planta", "file")],
    [question("menu", "O que vende"), question("power", "Potência", "number"), question("extra", "Pergunta antiga")],
  ].map((one) => questionsSchema.parse(one));
  expect(questionColumns(versions)).toEqual([
    { name: "menu", label: "O que vende" },
    { name: "old", label: "Pergunta antiga (old)" },
    { name: "power", label: "Potência" },
    { name: "extra", label: "Pergunta antiga (extra)" },
  ]);
});

it.each([
  ["Pastel; R$ 10,00", "Pastel; R$ 10,00"],
  [3, 3],
  [true, "Sim"],
  [false, "Não"],
  [["sexta", "sábado"], "sexta, sábado"],
  [null, null],
  [undefined, null],
])("writes the answer %j as %j", (value, cell) => expect(answerCell({ menu: value }, "menu", words)).toEqual(cell));
