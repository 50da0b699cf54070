import { greatCircleKm, type GeoPoint } from "@/lib/geo/geo/rules";
import { fold } from "@/lib/platform/slug";
import { CLASS_KIND, type MapPlaceClass, type MapPlaceKind } from "@/lib/guide/map-places/rules";

/** Words that name a kind of place or a mapper's note; a name of these words only names no place. */
const GENERIC = new Set(
  `
  a o e de da do das dos em com para na no ao y el la
  hotel hoteis pousada pousadas hostel hospedagem hospedaria albergue chale chales camping acampamento area quarto
  quartos casa casas minha apartamento domicilio dormitorio alojamento terreo suite flat
  restaurante restaurantes bar bares lanchonete lanches lanche pizzaria churrascaria sorveteria cafe cafeteria cantina
  refeitorio comida caseira padaria panificadora acai pastelaria pastel pizza espetinho espetinhos tapiocaria
  tapioca quiosque food truck marmitaria self service popular comunitario universitario sushi hamburgueria doceria
  salgados bolos sucos caldo caldos cana salgaderia confeitaria
  posto postos combustivel combustiveis gasolina etanol diesel auto petroleo conveniencia gnv
  oficina oficinas mecanica mecanico borracharia borracharias borracheiro pneus pneu autoeletrica eletrica eletrico
  automotiva automotivo automotivas center centro troca oleo lava jato lavajato martelinho ouro molas funilaria
  pintura carro carros veiculos 24h 24 horas
  pecas autopecas loja som acessorios baterias
  farmacia drogaria farmacias drogarias hospital hospitais upa pronto socorro atendimento unidade clinica emergencia
  museu museo memorial
  fazenda local lugar ponto estabelecimento comercial comercio building sem nome novo nova predio
  `
    .trim()
    .split(/\s+/),
);

/** Names of another trade, of a building, or a number or note by a mapper ("1340 edson"). */
const OTHER_TRADE =
  /^\d{3,}\b|^almoco$|\bmote[li]s?\b|\bdrive[- ]?in\b|^(?:domicilio|entrevista|pof|sitio a venda|casa abandonada|terreno)\b|\bairbnb\b|\ba venda$|\bfechad[oa]\b|\bdesativad[oa]\b|\babandonad[oa]\b|\bem construcao\b|\brefeitorio\b|\brestaurante universitario\b/;

/** What else is refused for a class, or required of its names. */
const OF_CLASS: Partial<Record<MapPlaceClass, { not?: RegExp; needs?: RegExp }>> = {
  hotel: { not: /\b(?:condominio|residencial|residencia|edificio|transito)\b/ },
  guest_house: { not: /^(?:casa|minha casa)\b|\b(?:condominio|edificio|residencia)\b/ },
  hostel: { not: /\b(?:abrigo|residencial|residencia|condominio|comunidad|romeiros)\b/ },
  chalet: { needs: /\b(?:chale|chales|chalet|cabana|cabanas|pousada|lodge|hotel|refugio|bangalo\w*)\b/ },
  camp_site: { needs: /\bcamping\b|\bpousada\b/ },
  cafe: { not: /\blan ?house\b|\bposto\b|\bcyber\b/ },
  car_repair: {
    not: /\b(?:motos?|motocicl\w*|moto ?pecas|bikes?|bicicl\w*|yamaha|trator\w*|maquinas|auto ?escola|tapecaria de|estofad\w*|caminh\w*|truck)\b/,
  },
  tyres: { not: /\b(?:motos?|bikes?|bicicl\w*)\b/ },
  car_parts: { not: /\b(?:motos?|motocicl\w*|bikes?|bicicl\w*|trator\w*|caminh\w*|som|sound|truck)\b/ },
  hospital: {
    needs: /\b(?:hospital|hosp|santa casa|upa|pronto[- ]?(?:socorro|atendimento)|unidade mista)\b/,
    not: /\b(?:veterinari\w*|animal|psiquiatr\w*|saude mental|mental|olhos|oftalm\w*|odonto\w*|dental|estetic\w*|laboratorio|renal|dia|ubs|militar|guarnicao|ferida)\b/,
  },
  pharmacy: { not: /\b(?:veterinari\w*|manipulacao|laboratorio)\b/ },
  fuel: {
    not: /^(?:posto de )?gas(?: natural)?$|\b(?:gas butano|deposito de gas|gas de cozinha|liquigas|ultragaz|nacional gas|supergasbras|posto de saude|fiscal\w*)\b/,
  },
};

/** Words of neighbouring countries beside the border. */
const FOREIGN =
  /\b(?:llanter\w*|taller|boliv\w*|clinica .*\bde la\b|centro de salud|panaderia|hospedaje|posada|hostal|residencial boliv\w*|polleria|farmacias? (?:san|boliv)\w*|gasolinera|grifo|estacion de servicio|ypfb|de la republica|chifa|ferreteria)\b/;

/** Names without accents, punctuation and double spaces. */
export const plainName = (name: string): string =>
  fold(name)
    .replace(/[^a-z0-9]+/g, " ")
    .trim();

/** Whether a name is that of one place of its class: not empty, not generic, not of another trade. */
export function isPlaceName(name: string, of: MapPlaceClass): boolean {
  const plain = plainName(name);
  if (plain.replace(/[^a-z]/g, "").length < 2 || name.length > 120) return false;
  if (plain.split(" ").every((word) => GENERIC.has(word) || /^\d+$/.test(word) || word.length === 1)) return false;
  if (OTHER_TRADE.test(plain) || FOREIGN.test(plain)) return false;
  const { not, needs } = OF_CLASS[of] ?? {};
  return !not?.test(plain) && (!needs || needs.test(plain));
}

/** The words of a name that distinguish it; the whole name when all of them are generic. */
function ownWords(name: string): string {
  const plain = plainName(name);
  const own = plain.split(" ").filter((word) => !GENERIC.has(word));
  return own.length > 0 ? own.join(" ") : plain;
}

type Named = GeoPoint & { name: string; class: MapPlaceClass };

/** Two places of one kind with the same own words are one place up to this distance: a node and an area, two entrances. */
const SAME_PLACE_KM: Record<MapPlaceKind, number> = {
  lodging: 0.5,
  food: 0.15,
  fuel: 0.25,
  workshop: 0.25,
  parts: 0.25,
  hospital: 0.5,
  pharmacy: 0.1,
  museum: 0.5,
};

/** The places without doubles; the first one of each stays. */
export function withoutDoubles<Place extends Named>(places: readonly Place[]): Place[] {
  const known = new Map<string, Place[]>();
  return places.filter((place) => {
    const kind = CLASS_KIND[place.class];
    const key = `${kind}/${ownWords(place.name)}`;
    const same = known.get(key) ?? [];
    if (same.some((other) => greatCircleKm(other, place) <= SAME_PLACE_KM[kind])) return false;
    known.set(key, [...same, place]);
    return true;
  });
}
