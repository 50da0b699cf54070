import type {
  EVENT_KINDS,
  QUESTION_KINDS,
  REGISTRATION_KINDS,
} from "../../../platform/supabase/database-constants/events";

/** A text in the three languages of the portal. */
export type Words = { pt: string; en: string; es: string };

export type TemplateQuestion = {
  kind: (typeof QUESTION_KINDS)[number];
  required?: true;
  label: Words;
  options?: readonly Words[];
};
export type TemplateKind = {
  kind: (typeof REGISTRATION_KINDS)[number];
  name: Words;
  requiresApproval?: true;
  choosesStand?: true;
  vehicles?: number;
  companions?: number;
  /** Names of `DOCUMENT_KINDS`. */
  documents?: readonly string[];
  classes?: readonly Words[];
  questions: readonly TemplateQuestion[];
};
/** Programme of a day: the first item begins the event, `end` is its last hour. */
type TemplateDay = { end: string; items: readonly (readonly [time: string, text: Words])[] };
export type Template = {
  kind: (typeof EVENT_KINDS)[number];
  minVehicleAge?: number;
  days: readonly TemplateDay[];
  rules: Words;
  kinds: readonly TemplateKind[];
};

/** A text in Portuguese, English and Spanish. */
export const words = (pt: string, en: string, es: string): Words => ({ pt, en, es });

export const OPENING = words("Abertura ao público", "Opening to the public", "Apertura al público");
export const CLOSING = words("Encerramento", "Closing", "Cierre del evento");
export const AWARDS = words("Premiação", "Awards", "Entrega de premios");
export const BRIEFING = words("Reunião com os participantes", "Drivers' briefing", "Reunión con los participantes");
export const DEPARTURE = words("Largada", "Start", "Salida de los autos");

export const RULES_READ: TemplateQuestion = {
  kind: "boolean",
  required: true,
  label: words(
    "Li e aceito o regulamento do evento",
    "I have read and accept the rules of the event",
    "Leí y acepto el reglamento del evento",
  ),
};
export const PHOTOS: TemplateQuestion = {
  kind: "boolean",
  label: words(
    "Autorizo fotos e vídeos do meu carro no evento",
    "I allow photos and videos of my car at the event",
    "Autorizo fotos y videos de mi auto en el evento",
  ),
};
export const TRAILER: TemplateQuestion = {
  kind: "boolean",
  label: words("Preciso de vaga para carreta", "I need parking for a trailer", "Necesito lugar para el remolque"),
};
export const LAWFUL: TemplateQuestion = {
  kind: "boolean",
  required: true,
  label: words(
    "Declaro que as peças e os objetos têm origem lícita",
    "I declare that the parts and objects are of lawful origin",
    "Declaro que los repuestos y objetos tienen origen lícito",
  ),
};
export const ITEMS: TemplateQuestion = {
  kind: "longtext",
  required: true,
  label: words("O que vai vender", "What you sell", "Qué vas a vender"),
};
export const POWER: TemplateQuestion = {
  kind: "boolean",
  label: words("Preciso de energia elétrica", "I need electricity", "Necesito electricidad"),
};
const VISITOR = words("Visitante", "Visitor", "Visitante del evento");
export const PUBLIC: TemplateKind = { kind: "publico", name: VISITOR, companions: 5, questions: [] };

export const CLASSES = [
  words("Nacional até 1979", "Brazilian up to 1979", "Brasileño hasta 1979"),
  words("Nacional de 1980 a 1996", "Brazilian from 1980 to 1996", "Brasileño de 1980 a 1996"),
  words("Importado", "Imported", "Auto importado"),
  words("Utilitário", "Utility vehicle", "Vehículo utilitario"),
  words("Motocicleta", "Motorcycle", "Moto clásica"),
] as const;
