import { fold } from "../../platform/slug";
import type { MotifName } from "./motifs";

/**
 * Which words draw which subject, the most distinctive subjects first. The words are lower case without accents and
 * match whole words; names of towns are never read, because "Cachoeira" and "Ponte Alta" are towns too. A new route
 * gets its picture from this table; a new subject needs a line here and a drawing in one of the `motifs-` files.
 */
const RULES: readonly (readonly [MotifName, RegExp])[] = [
  ["farol", /(?<!\bpraia do )\bfarol\b(?! baixo| alto)/],
  ["abobadas", /\bpampulha\b/],
  ["disco", /\b(oscar niemeyer|arte contemporanea)\b/],
  ["moderno", /\b(brasilia|ministerios|congresso|tres poderes|memorial jk)\b/],
  ["arcos", /\bponte jk\b/],
  [
    "estaiada",
    /\b(ponte|passarela)\b.*\b(estaiada|phelippe daou|newton navarro|franco brasileira|rio negro|joaquim macedo)\b/,
  ],
  [
    "metalica",
    /\bpontes?\b.*\b(metalica|de ferro|ferreas?|hercilio luz|florentino avidos|epitacio pessoa|dom pedro ii|garcas)\b/,
  ],
  ["viaduto", /\bviadutos?\b/],
  ["dinossauro", /\b(dinossauros?|paleontologia)\b/],
  ["gruta", /\b(grutas?|cavernas?|parque nacional de ubajara|casa de pedra)\b/],
  ["canion", /\b(canion|canions|guartela|itaimbezinho|boqueirao|catimbau)\b/],
  [
    "cachoeira",
    /(?<!\b(?:historico|cidade|conjunto) de )\b(cachoeiras?|cascatas?|cataratas|salto (?:d[eo]|do)|bica do|veu de noiva|poco encantado)\b/,
  ],
  [
    "curvas",
    /\b(rio do rastro|rastro da serpente|corvo branco|dona francisca|estrada da graciosa|das russas|subida|descida|serra do pinto)\b/,
  ],
  ["forte", /(?<!\b(?:praia do|canion|mina) )\b(forte|fortaleza)\b/],
  ["ruinas", /\b(ruinas?|missoes|castelo garcia)\b/],
  ["moinho", /\bmoinhos?\b/],
  ["eolico", /\beolicos?\b/],
  [
    "trem",
    /(?<!\bmuseu do )\b(trem|ferroviari[ao]s?|ferrovia|maria fumaca|locomotivas?|estrada de ferro|madeira mamore|estacao (?!ecologica|das docas|de muda|da memoria|saude)\w+)\b/,
  ],
  ["barragem", /\b(usina de|barragem|hidreletrica|itaipu)\b/],
  ["dunas", /\b(dunas?|lencois maranhenses|barreirinhas|genipabu|morro do careca|mangue seco)\b/],
  ["falesias", /\b(falesias?|morro branco|canoa quebrada|chapadao de pipa|mirante do gunga|coqueirinho)\b/],
  ["balsa", /\b(balsas?|ferry|travessia)\b/],
  ["enxaimel", /\b(enxaimel|germanica|alpino|treze tilias|capivari|pomerode|witmarsum)\b/],
  ["vinhedo", /\b(vinhos?|vinhedos?|vinicolas?)\b/],
  ["cafezal", /\b(vale do cafe|terra do cafe|rota do cafe|fazendas de cafe|cafes|lavouras de cafe)\b/],
  ["pomar", /\b(pomares|maca)\b/],
  ["tunel", /\btun(?:el|eis)\b(?! verde)/],
  ["torre", /\b(torre de tv|torre digital)\b/],
  ["ponte", /\bpontes?\b(?! alta)/],
  ["estatua", /\b(cristo|padre cicero|alto de santa rita|frei damiao)\b/],
  ["catedral", /\b(catedral|basilica|igreja de pedra)\b/],
  ["igreja", /(?<!\bmorro da )\b(igrejas?|matriz|santuario|convento|capela|ermida|mosteiro|se de)\b/],
  ["barcos", /\b(baia|trapiche|docas|cais|marina|porto (?:das barcas|jofre|de galinhas|de ladario|de santana))\b/],
  [
    "palacio",
    /\b(palacio|palace|theatro|teatro|cassino|museu imperial|bolsa oficial|museu do ipiranga|grande hotel)\b/,
  ],
  ["engenho", /\b(engenhos?|alambiques?|cachaca|gasometro|casas de farinha)\b/],
  [
    "monolito",
    /\b(pedra (?:do|da|azul|furada|grande)|pico|monolitos?|pontoes|itabira|pai inacio|arenitos|guarita|cabugi|monte agha|morro da igreja|sete cidades)\b/,
  ],
  ["portal", /\bportal\b/],
  ["marco", /\b(marco|monumento|obelisco|panteon|linha do equador|arco do triunfo)\b/],
  ["lago", /\b(lago|lagoa|acude|represa)\b(?! (?:santa|grande))/],
  ["praia", /\b(praias?|ponta negra|alter do chao)\b/],
  [
    "rio",
    /\b(rios|orla d|margens|encontro d\w+|corredeiras?|anavilhanas|varzeas|beira-rio|balnearios?|foz|rio (?:acre|iaco|una|guapore|machado|azuis))/,
  ],
  ["mirante", /\b(mirantes?|vista chinesa|belvedere)\b/],
  ["casario", /\b(historic[ao]|casario|vila (?!velha|bela)|rua do lazer|rua de lazer|casas?|quadrado|largo)\b/],
];

/** Subject of a theme, after those of names. */
const THEME_SUBJECTS: Readonly<Record<string, MotifName>> = { vinhos: "vinhedo", rios: "rio", rural: "fazenda" };

/** Where the araucaria forms forests: the three southern states and the high Mantiqueira and Bocaina. */
const SOUTH = ["PR", "SC", "RS"];
const ARAUCARIA_HILLS = /\b(mantiqueira|campos do jordao|bocaina|capivari)\b/;

/** What the pages know about a route, city, photo spot or place. */
export type Described = {
  /** Its own name; a city has none, because names of towns are not read. */
  name?: string;
  slug: string;
  biome: string | null;
  state_abbr?: string;
  themes?: readonly string[];
  /** Names of stops that are no towns, or of photo spots of a city, in order. */
  spots?: readonly string[];
};

const MAX_SUBJECTS = 2;
/** Subjects that repeat what the landscape of a biome has anyway. */
const IN_LANDSCAPE: Readonly<Record<string, readonly MotifName[]>> = {
  "cidade-historica": ["casario"],
  litoral: ["praia", "rio"],
  pantanal: ["rio"],
};
/** One of these is enough: a card has one bridge, one church, one body of water. */
const SAME_KIND: readonly (readonly MotifName[])[] = [
  ["ponte", "metalica", "estaiada", "arcos", "viaduto"],
  ["igreja", "catedral", "casario", "palacio", "enxaimel", "ruinas", "abobadas", "disco"],
  ["rio", "lago", "praia", "barcos", "balsa", "farol", "ponte", "metalica", "estaiada", "arcos", "barragem"],
];

/** Subjects of a card: those of the own name first, then the most distinctive ones of its spots. */
export function subjectsOf(place: Described): MotifName[] {
  const { name = "", slug, biome, themes = [], spots = [], state_abbr: state = "" } = place;
  const own = fold(`${name} ${slug.replaceAll("-", " ")}`).replaceAll("-", " ");
  const others = spots.map((spot) => fold(spot).replaceAll("-", " "));
  const matches = (texts: readonly string[]) =>
    RULES.flatMap(([motif, words]) => (texts.some((text) => words.test(text)) ? [motif] : []));
  const themed = themes.flatMap((theme) => THEME_SUBJECTS[theme] ?? []);
  const found = [...matches([own]), ...matches(others), ...themed.slice(0, 1)];
  // Brasília was built in 1960: its churches are modern, and it has no colonial streets.
  const fitting = state === "DF" ? found.filter((motif) => !COLONIAL.includes(motif)) : found;
  const shown = fitting.filter((motif) => !IN_LANDSCAPE[biome ?? ""]?.includes(motif));
  if (state === "DF" && biome === "cidade-historica") shown.splice(1, 0, "moderno");
  const subjects = shown.reduce<MotifName[]>(
    (chosen, motif) => (fits(chosen, motif) ? [...chosen, motif] : chosen),
    [],
  );
  const hasAraucarias =
    biome === "serra" && (SOUTH.includes(state) || [own, ...others].some((text) => ARAUCARIA_HILLS.test(text)));
  return hasAraucarias ? [...subjects, "araucarias"] : subjects;
}

function fits(chosen: readonly MotifName[], motif: MotifName): boolean {
  if (chosen.length === MAX_SUBJECTS || chosen.includes(motif)) return false;
  return !SAME_KIND.some((kind) => kind.includes(motif) && chosen.some((other) => kind.includes(other)));
}

const COLONIAL: readonly MotifName[] = ["igreja", "catedral", "casario", "palacio"];
