import { PHOTO_SLOTS } from "../../../platform/supabase/database-constants/garage";

/** Groups of the points, as Resolução Contran 957/2022 lists what a collection vehicle preserves. */
export const POINT_GROUPS = [
  "mechanics",
  "bodywork",
  "suspension",
  "appearance",
  "safety",
  "emissions",
  "noise",
  "other",
] as const;
type PointGroup = (typeof POINT_GROUPS)[number];
export type Points = Record<PointGroup, number | null>;

export type PhotoSlot = (typeof PHOTO_SLOTS)[number];

/** A collection vehicle was made more than this many years ago: Resolução Contran 957/2022. */
const MINIMUM_YEARS = 30;
/** All points of the evaluation: Resolução Contran 957/2022. */
export const ALL_POINTS = 100;

/** Publications that the page and the file name; the texts are messages with the same keys. */
export const SOURCES = [
  {
    key: "resolution",
    url: "https://portaldotransito.com.br/noticias/veiculo-de-colecao-veja-novas-regras-para-registro-e-licenciamento",
  },
  { key: "deliberation", url: "https://autoescolaipe.com.br/noticia_detalhes.asp?id=231" },
  {
    key: "renewal",
    url: "https://centraldosclassicos.com.br/carros-classicos/placa-preta-entenda-como-renovar-seu-certificado/?amp=1",
  },
  { key: "steps", url: "https://motor1.uol.com.br/news/697537/dicas-placa-preta-2024" },
  { key: "photos", url: "https://assovisms.org.br/os-8-passos-do-registro-fotografico/" },
] as const;

export type Age = { status: "unknown" | "met" | "this_year" | "not_yet"; from: number | null };

/** Whether a car is old enough. In its thirtieth year the day on which it was made decides, which the portal does not know. */
export function ageOf(yearMade: number | null, today: string): Age {
  if (yearMade === null) return { status: "unknown", from: null };
  const years = Number(today.slice(0, 4)) - yearMade;
  const from = yearMade + MINIMUM_YEARS;
  if (years > MINIMUM_YEARS) return { status: "met", from };
  return { status: years === MINIMUM_YEARS ? "this_year" : "not_yet", from };
}

/** Sum of the estimated points; null before a group is filled in. */
export function totalOf(points: Points | null): number | null {
  const given = POINT_GROUPS.flatMap((group) => points?.[group] ?? []);
  return given.length === 0 ? null : given.reduce((sum, value) => sum + value, 0);
}

type Facts = {
  yearMade: number | null;
  points: Points | null;
  minimum: number;
  club: string;
  slots: readonly string[];
  /** Null for members of the car, who do not read documents and numbers. */
  papers: {
    plate: string;
    chassis: string;
    documents: readonly { kind: string; expires_on: string | null }[];
    certificate: { number: string; expires_on: string | null };
  } | null;
};
type RequirementKey = "age" | "points" | "photos" | "club" | "crlv" | "numbers" | "cvcol";
export type Requirement = { key: RequirementKey; isMet: boolean };

const isValid = (expiresOn: string | null, today: string) => expiresOn === null || expiresOn >= today;

/** What the dossier needs and has, in the order in which the owner gets it done. */
export function requirementsOf(facts: Facts, today: string): Requirement[] {
  const { papers, slots } = facts;
  const holds = (kind: string) =>
    papers?.documents.some((document) => document.kind === kind && isValid(document.expires_on, today)) ?? false;
  const rows: Requirement[] = [
    { key: "age", isMet: ageOf(facts.yearMade, today).status === "met" },
    { key: "points", isMet: (totalOf(facts.points) ?? -1) >= facts.minimum },
    { key: "photos", isMet: PHOTO_SLOTS.every((slot) => slots.includes(slot)) },
    { key: "club", isMet: facts.club !== "" },
  ];
  if (!papers) return rows;
  const { number, expires_on } = papers.certificate;
  return [
    ...rows,
    { key: "crlv", isMet: holds("crlv") },
    { key: "numbers", isMet: papers.plate !== "" && papers.chassis !== "" },
    { key: "cvcol", isMet: holds("cvcol") || (number !== "" && isValid(expires_on, today)) },
  ];
}

export const missingSlots = (slots: readonly string[]): PhotoSlot[] =>
  PHOTO_SLOTS.filter((slot) => !slots.includes(slot));
