import { fork, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";

const ROWS = Number(process.argv[2] ?? 100_000);
const RUNS = 15;
const BUDGET_MS = 50;
const ROOT = path.resolve(import.meta.dirname, "..");

type Question = { q: string; state?: string; kinds?: string[] };
const QUESTIONS: Question[] = [
  { q: "sao joaquim" },
  { q: "rio do rasto" },
  { q: "serra" },
  { q: "se" },
  { q: "rio d" },
  { q: "oficina são josé" },
  { q: "pousada da montanha verde" },
  { q: "museu do automovel", state: "SC" },
  { q: "hotel", state: "SP", kinds: ["service"] },
  { q: "ponsada montania" },
  { q: "xyzxyz qwerty" },
  { q: "a rota da serra do rio do rastro em dois dias" },
];

const FIRST = [
  "Pousada",
  "Hotel",
  "Oficina",
  "Restaurante",
  "Posto",
  "Museu",
  "Café",
  "Guincho",
  "Autopeças",
  "Mirante",
  "Chalé",
  "Recanto",
];
const SECOND = [
  "Serra",
  "Vale",
  "Montanha",
  "Rio",
  "Lago",
  "Sol",
  "Lua",
  "Estrela",
  "Pinheiro",
  "Colina",
  "Cachoeira",
  "Estrada",
  "Ponte",
  "Campo",
];
const THIRD = [
  "Verde",
  "Azul",
  "Alto",
  "Velho",
  "Novo",
  "São José",
  "Santa Rita",
  "São Pedro",
  "Bela Vista",
  "Boa Esperança",
  "Aurora",
  "do Imigrante",
];

/** Starts a separate backend on an empty directory, so that no existing data is changed. */
async function startScratch(dir: string): Promise<{ backend: ChildProcess; databaseUrl: string }> {
  const backend = fork(path.join(ROOT, "supabase/local/server.ts"), {
    cwd: ROOT,
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: {
      ...process.env,
      DATABASE_URL: "",
      SUPABASE_LOCAL_PORT: process.env.BENCH_SUPABASE_PORT ?? "54435",
      SUPABASE_LOCAL_DB_PORT: process.env.BENCH_DATABASE_PORT ?? "54436",
      SUPABASE_LOCAL_DIR: dir,
      SUPABASE_LOCAL_DEMO: "0",
    },
  });
  return new Promise((resolve, reject) => {
    backend.once("exit", (code) => reject(new Error(`o banco de rascunho terminou com o código ${code}`)));
    backend.on("message", (message: { type: string; databaseUrl?: string }) => {
      if (message.type === "ready" && message.databaseUrl) resolve({ backend, databaseUrl: message.databaseUrl });
    });
  });
}

/** Adds generated places to the seeded documents until there are `ROWS`; names repeat and include a town and a number, as in real data. */
async function fill(sql: postgres.Sql): Promise<number> {
  await sql`
    insert into public.search_documents (kind, entity_id, state_abbr, title, summary, keywords, path)
    select
      case when number % 20 = 0 then 'photo_point' when number % 50 = 1 then 'club' when number % 50 = 2 then 'post' else 'service' end,
      'bench-' || number, city.state_abbr,
      concat_ws(' ', (${FIRST}::text[])[1 + number % 12], (${SECOND}::text[])[1 + number / 12 % 14], (${THIRD}::text[])[1 + number / 168 % 12]),
      'Lugar em ' || city.name || ', na estrada para a serra, número ' || number, city.name, '/bench/' || number
    from generate_series(1, greatest(${ROWS}::int - (select count(*)::int from public.search_documents), 0)) as number
    join (select row_number() over (order by ibge_code) as place, name, state_abbr from public.cities) as city
      on city.place = 1 + number * 7 % 5571`;
  await sql`vacuum analyze public.search_documents`;
  const [row] = await sql`select count(*)::int as count from public.search_documents`;
  return row?.count as number;
}

async function time(sql: postgres.Sql, { q, state, kinds }: Question): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const [row] = await sql<{ "QUERY PLAN": { "Execution Time": number }[] }[]>`
      explain (analyze, timing off, format json)
      select * from public.search_portal(${q}, ${state ?? null}, ${kinds ?? null}, 20)`;
    times.push(row?.["QUERY PLAN"][0]?.["Execution Time"] ?? Number.NaN);
  }
  return times.toSorted((a, b) => a - b);
}

async function bench(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    console.log(`${await fill(sql)} documentos; melhor, mediana e pior de ${RUNS} execuções, limite ${BUDGET_MS} ms`);
    for (const question of QUESTIONS) {
      const times = await time(sql, question);
      const [best = 0, median = 0, worst = 0] = [times[0], times[Math.floor(RUNS / 2)], times.at(-1)];
      const [first] =
        await sql`select title from public.search_portal(${question.q}, ${question.state ?? null}, ${question.kinds ?? null}, 1)`;
      const figures = [best, median, worst].map((ms) => ms.toFixed(1).padStart(7)).join(" ");
      console.log(
        `${figures} ms  ${median <= BUDGET_MS ? "ok   " : "LENTO"} ${JSON.stringify(question)} → ${first?.title ?? "nada"}`,
      );
      if (median > BUDGET_MS) process.exitCode = 1;
    }
  } finally {
    await sql.end();
  }
}

const dir = mkdtempSync(path.join(tmpdir(), "portal-bench-"));
const { backend, databaseUrl } = await startScratch(dir);
try {
  await bench(databaseUrl);
} finally {
  backend.removeAllListeners("exit");
  const ended = new Promise((resolve) => backend.once("exit", resolve));
  backend.kill("SIGTERM");
  await ended;
  rmSync(dir, { recursive: true, force: true });
}
