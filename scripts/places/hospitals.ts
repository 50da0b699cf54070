import { landlineOf } from "./museums";

export type HospitalRow = [
  lat: number,
  lng: number,
  name: string,
  uf: string,
  ibge: number,
  address: string,
  phone: string,
];

/** Types of the registry that treat an accident. */
const EMERGENCY = ["HOSPITAL GERAL", "PRONTO SOCORRO GERAL", "UNIDADE MISTA"];
const SMALL = new Set(["da", "de", "do", "das", "dos", "e"]);
const SPECIAL = /PINEL|PSIQUI|ESPIRITA|OLHOS|ORTOPED/;

/** `SANTA CASA DE BAGE` → `Santa Casa de Bage`: the registry writes capitals without accents. */
function titleCase(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .map((word, index) => (index > 0 && SMALL.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(" ");
}

/** Active general hospitals of a table with semicolons between its cells. */
export function hospitalRows(csv: string): HospitalRow[] {
  const [head = "", ...lines] = csv
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .filter(Boolean);
  const cols = head.split(";");
  return lines.flatMap((line) => {
    const cells = line.split(";");
    const cell = (name: string) => (cells[cols.indexOf(name)] ?? "").trim();
    const [lat, lng] = [Number(cell("latitude")), Number(cell("longitude"))];
    const name = cell("nome_da_unidade");
    const isGeneral = EMERGENCY.includes(cell("ds_tipo_un")) && !SPECIAL.test(name);
    if (!isGeneral || cell("status") !== "ATIVO" || !(lat < -27 && lat > -34 && lng < -49 && lng > -58)) return [];
    return [
      [
        lat,
        lng,
        titleCase(name),
        "RS",
        Number(cell("cod_ibge")),
        titleCase(cell("endereco")),
        landlineOf(cell("telefone")),
      ],
    ];
  });
}
