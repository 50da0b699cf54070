import { describe, expect, it } from "vitest";
import {
  answerChoices,
  databaseFilter,
  filledFields,
  partsOf,
  readRegistrationQuery,
  registrationSearch,
  sumOfCounts,
  withQuery,
} from "./rules";

const TYPE = "00000000-0000-4000-8000-000000000001";
const OTHER = "00000000-0000-4000-8000-000000000002";
const EMPTY = readRegistrationQuery({});

describe("the filter in the address", () => {
  it("ignores invalid values", () => {
    const given = {
      tipo: "x'; drop",
      situacao: "nope",
      pago: "maybe",
      documentos: "none",
      entrou: "1",
      vem: "talvez",
      resposta: "Sem dois pontos",
      marca: "x",
      ids: "a,b",
      pagina: "-1",
    };
    expect(readRegistrationQuery({ ...given, q: [" ana "] })).toEqual({ ...EMPTY, q: "ana" });
    expect(EMPTY).toMatchObject({ type: "", status: "", ids: [], page: 1, per: 50 });
  });

  it("is written back as it was read", () => {
    const given = {
      tipo: TYPE,
      situacao: "confirmed",
      pago: "open",
      documentos: "missing",
      entrou: "no",
      vem: "yes",
      resposta: "menu:Pastel: de queijo",
      marca: "duplicate",
      ids: `${TYPE},${OTHER}`,
      q: "abc-1d23",
      pagina: "3",
    };
    const search = registrationSearch(readRegistrationQuery(given));
    expect(Object.fromEntries(new URLSearchParams(search))).toEqual(given);
    expect(registrationSearch(EMPTY)).toBe("");
    expect(registrationSearch({})).toBe("");
  });

  it("reaches the database without empty fields, with the question apart from its answer", () => {
    expect(databaseFilter(EMPTY)).toEqual({});
    const query = readRegistrationQuery({ q: "ana", pago: "free", resposta: "menu:a:b", ids: TYPE });
    expect(databaseFilter(query)).toEqual({ q: "ana", paid: "free", question: "menu", answer: "a:b", ids: [TYPE] });
  });

  it("names the fields that limit the list", () => {
    expect(filledFields(EMPTY)).toEqual([]);
    expect(filledFields(readRegistrationQuery({ vem: "no", q: "x", marca: "note" }))).toEqual([
      "q",
      "attending",
      "mark",
    ]);
  });
});

describe("answers that one can choose", () => {
  const field = { required: false, help: undefined, options: [] };
  const side = (label: string, values: string[]) => ({
    ...field,
    name: "side",
    kind: "choice" as const,
    label,
    options: values.map((value) => ({ value, label: value })),
  });

  it("are those of questions with a choice, of all versions, with the newest wording", () => {
    const trailer = { ...field, name: "trailer", kind: "boolean" as const, label: "Carreta" };
    const text = { ...field, name: "notes", kind: "text" as const, label: "Observações" };
    const versions = [
      [side("Lado", ["Direito"]), text],
      [side("Lado do balcão", ["Direito", "Esquerdo"]), trailer],
    ];
    expect(answerChoices(versions, { yes: "Sim", no: "Não" })).toEqual([
      {
        label: "Lado do balcão",
        options: [
          { value: "side:Direito", label: "Direito" },
          { value: "side:Esquerdo", label: "Esquerdo" },
        ],
      },
      {
        label: "Carreta",
        options: [
          { value: "trailer:true", label: "Sim" },
          { value: "trailer:false", label: "Não" },
        ],
      },
    ]);
  });
});

describe("a bulk decision about many", () => {
  it("is sent in parts whose counts are added", () => {
    expect(partsOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
    expect(partsOf([], 2)).toEqual([]);
    expect(sumOfCounts({ decided: 2 }, { decided: 1, no_places: 3 })).toEqual({ decided: 3, no_places: 3 });
  });
});

describe("a query added to an address", () => {
  it("follows the one that the address has", () => {
    expect(withQuery("/a", "?b=1")).toBe("/a?b=1");
    expect(withQuery("/a?aba=mensagens", "?b=1")).toBe("/a?aba=mensagens&b=1");
    expect(withQuery("/a", "")).toBe("/a");
  });
});
