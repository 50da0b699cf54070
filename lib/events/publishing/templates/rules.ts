import { addDays } from "../../../platform/dates";
import { LANGUAGE, type Locale } from "../../../platform/i18n/routing";
import { templateFields } from "../parts/rules";
import type { FormValues } from "../rules";
import {
  AWARDS,
  BRIEFING,
  CLASSES,
  CLOSING,
  DEPARTURE,
  ITEMS,
  LAWFUL,
  OPENING,
  PHOTOS,
  POWER,
  PUBLIC,
  RULES_READ,
  TRAILER,
  type Template,
  words,
  type Words,
} from "./schema";

/** What an organiser can start from, by its name in addresses; everything can be changed in the form. */
export const TEMPLATES = {
  encontro: {
    kind: "meeting",
    minVehicleAge: 30,
    days: [
      {
        end: "18:00",
        items: [
          ["09:00", OPENING],
          ["14:00", words("Chegada das caravanas", "Arrival of the convoys", "Llegada de las caravanas")],
          ["18:00", CLOSING],
        ],
      },
      {
        end: "17:00",
        items: [
          ["09:00", OPENING],
          ["11:00", words("Desfile pela cidade", "Parade through the town", "Desfile por la ciudad")],
          ["15:00", AWARDS],
          ["17:00", CLOSING],
        ],
      },
    ],
    rules: words(
      "Os carros ficam expostos até o encerramento de cada dia. Som alto, manobras e drones dependem de autorização da organização.",
      "Cars stay on display until the end of each day. Loud music, stunts and drones need permission from the organisers.",
      "Los autos quedan expuestos hasta el cierre de cada día. La música alta, las maniobras y los drones dependen de la autorización de la organización.",
    ),
    kinds: [
      PUBLIC,
      {
        kind: "expositor",
        name: words("Carro em exposição", "Car on display", "Auto en exposición"),
        requiresApproval: true,
        vehicles: 3,
        companions: 4,
        classes: CLASSES,
        questions: [
          { kind: "date", label: words("Dia da chegada", "Day of arrival", "Día de llegada") },
          TRAILER,
          PHOTOS,
          RULES_READ,
        ],
      },
    ],
  },
  passeio: {
    kind: "tour",
    days: [
      {
        end: "16:00",
        items: [
          ["08:00", words("Concentração e café", "Meeting point and coffee", "Concentración y café")],
          ["08:45", BRIEFING],
          ["09:00", DEPARTURE],
          ["12:30", words("Almoço", "Lunch", "Almuerzo")],
          ["16:00", CLOSING],
        ],
      },
    ],
    rules: words(
      "O passeio segue as leis de trânsito e não é uma corrida. Cada motorista leva documento, tanque cheio e pneus em bom estado.",
      "The tour follows the traffic laws and is no race. Every driver brings papers, a full tank and good tyres.",
      "El paseo respeta las leyes de tránsito y no es una carrera. Cada conductor lleva sus documentos, el tanque lleno y neumáticos en buen estado.",
    ),
    kinds: [
      {
        kind: "expositor",
        name: words("Carro no passeio", "Car on the tour", "Auto en el paseo"),
        vehicles: 1,
        companions: 4,
        documents: ["vehicle_document"],
        questions: [
          {
            kind: "choice",
            label: words("Almoço", "Lunch", "Almuerzo"),
            options: [
              words("Com carne", "With meat", "Con carne"),
              words("Vegetariano", "Vegetarian", "Sin carne"),
              words("Não vou almoçar", "No lunch", "No voy a almorzar"),
            ],
          },
          RULES_READ,
        ],
      },
    ],
  },
  "mercado-de-pulgas": {
    kind: "flea_market",
    days: [
      {
        end: "16:00",
        items: [
          ["06:00", words("Montagem dos boxes", "Setting up the stands", "Montaje de los puestos")],
          ["08:00", OPENING],
          ["16:00", CLOSING],
        ],
      },
    ],
    rules: words(
      "Só peças, miniaturas e objetos de época, com origem lícita. O box é desmontado e limpo pelo vendedor até o encerramento.",
      "Only parts, models and period objects of lawful origin. The seller takes down and cleans the stand before closing.",
      "Solo repuestos, miniaturas y objetos de época, de origen lícito. El vendedor desarma y limpia el puesto antes del cierre.",
    ),
    kinds: [
      PUBLIC,
      {
        kind: "mercado_pulga",
        name: words("Vendedor com box", "Seller with a stand", "Vendedor con puesto"),
        choosesStand: true,
        companions: 2,
        documents: ["identity"],
        questions: [
          ITEMS,
          {
            kind: "number",
            label: words("Metros de frente", "Metres of front", "Metros de frente del puesto"),
          },
          POWER,
          LAWFUL,
        ],
      },
      {
        kind: "food_truck",
        name: words("Comida e bebida", "Food and drinks", "Comida y bebida"),
        requiresApproval: true,
        documents: ["company_registration", "sanitary_licence"],
        questions: [
          { kind: "longtext", required: true, label: words("Cardápio e preços", "Menu and prices", "Menú y precios") },
          POWER,
        ],
      },
    ],
  },
  rally: {
    kind: "rally",
    days: [
      {
        end: "18:00",
        items: [
          ["13:00", words("Vistoria dos carros", "Inspection of the cars", "Revisión de los autos")],
          ["17:00", BRIEFING],
        ],
      },
      {
        end: "17:00",
        items: [
          ["08:00", DEPARTURE],
          ["13:00", words("Chegada e almoço", "Finish and lunch", "Llegada y almuerzo")],
          ["16:00", AWARDS],
        ],
      },
    ],
    rules: words(
      "Prova de regularidade: vale a média, não a velocidade, e as leis de trânsito valem em todo o percurso. Quem passa o limite de velocidade é excluído.",
      "Regularity rally: the average counts, not the speed, and the traffic laws apply on the whole route. Whoever exceeds a speed limit is excluded.",
      "Prueba de regularidad: cuenta el promedio, no la velocidad, y las leyes de tránsito rigen en todo el recorrido. Quien supera un límite de velocidad queda excluido.",
    ),
    kinds: [
      {
        kind: "expositor",
        name: words("Dupla com carro", "Crew with car", "Tripulación con auto"),
        requiresApproval: true,
        vehicles: 1,
        companions: 1,
        documents: ["identity", "vehicle_document", "insurance"],
        classes: [
          words("Graduados", "Experienced crews", "Tripulaciones con experiencia"),
          words("Novatos", "Beginners", "Principiantes"),
        ],
        questions: [
          {
            kind: "text",
            required: true,
            label: words("Nome do navegador", "Name of the co-driver", "Nombre del copiloto"),
          },
          {
            kind: "text",
            required: true,
            label: words("Telefone para emergências", "Phone for emergencies", "Teléfono para emergencias"),
          },
          RULES_READ,
        ],
      },
    ],
  },
  leilao: {
    kind: "auction",
    days: [
      {
        end: "18:00",
        items: [["10:00", words("Visitação dos lotes", "Viewing of the lots", "Visita de los lotes")]],
      },
      {
        end: "18:00",
        items: [
          ["10:00", words("Credenciamento", "Registration of bidders", "Acreditación de compradores")],
          ["14:00", words("Leilão", "Auction", "Subasta de autos")],
        ],
      },
    ],
    rules: words(
      "Os lotes são vendidos no estado em que se encontram. O edital com as condições e o leiloeiro responsável fica à disposição na entrada.",
      "Lots are sold as they are. The conditions and the name of the auctioneer are available at the entrance.",
      "Los lotes se venden en el estado en que están. Las condiciones y el nombre del martillero están a disposición en la entrada.",
    ),
    kinds: [
      PUBLIC,
      {
        kind: "expositor",
        name: words("Carro para leilão", "Car for the auction", "Auto para la subasta"),
        requiresApproval: true,
        vehicles: 1,
        documents: ["identity", "vehicle_document"],
        questions: [
          { kind: "number", label: words("Lance mínimo em reais", "Lowest bid in reais", "Oferta mínima en reales") },
          {
            kind: "boolean",
            required: true,
            label: words(
              "O carro não tem dívida nem restrição",
              "The car has no debt and no restriction",
              "El auto no tiene deudas ni restricciones",
            ),
          },
          PHOTOS,
        ],
      },
    ],
  },
} as const satisfies Record<string, Template>;

/** Names of the templates in addresses, in the order in which they are offered. */
export const TEMPLATE_NAMES = Object.keys(TEMPLATES) as (keyof typeof TEMPLATES)[];
export type TemplateName = (typeof TEMPLATE_NAMES)[number];

/** The template of an address; undefined for another text. */
export const templateOf = (value: unknown): TemplateName | undefined => TEMPLATE_NAMES.find((name) => name === value);

const WEEKS_BEFORE = 9;
const SATURDAY = 6;

/** A day that the form suggests: a Saturday with time to prepare the event. */
export function firstTemplateDay(today: string): string {
  const day = addDays(today, WEEKS_BEFORE * 7);
  return addDays(day, (SATURDAY - new Date(`${day}T00:00:00Z`).getUTCDay() + 7) % 7);
}

/** The values of a new event from a template that begins on a day, in the language of the organiser. */
export const templateValues = (name: TemplateName, locale: Locale, firstDay: string): FormValues =>
  templateFields(TEMPLATES[name], LANGUAGE[locale], firstDay);

/** Every text of the templates that is stored with translations, by its Portuguese words. */
const BY_PORTUGUESE: ReadonlyMap<string, Words> = new Map(
  Object.values(TEMPLATES as Record<string, Template>)
    .flatMap(({ rules, days, kinds }) => [
      rules,
      ...days.flatMap(({ items }) => items.map(([, words]) => words)),
      ...kinds.map(({ name }) => name),
    ])
    .map((words) => [words.pt, words]),
);

/** The translations of a text that came from a template and was not changed. */
export function translationsOf(text: string): { en: string; es: string } | null {
  const words = BY_PORTUGUESE.get(text.trim());
  return words ? { en: words.en, es: words.es } : null;
}
