import type { TransactionSql } from "postgres";
import { translationsOf } from "./content-rows";
import { readExtra } from "./extra-files";
import { blogSchema, checklistSchema, legalSchema, magazineSchema, vehicleChecklistsSchema } from "./extra-schema";
import { markSeeded, writeRows, type SeedRow, type Step } from "./step";
import { CONTENT_LANGUAGES } from "../../lib/platform/i18n/routing";

const LOCALES = { pt: "pt-BR", en: "en-US", es: "es-419" } as const;

/** Steps for posts, magazine, legal texts and the checklists; a step without a file is omitted. */
export function editorialSteps(): Step[] {
  return [blogStep(), magazineStep(), legalStep(), checklistStep()].filter((step) => step !== null);
}

function blogStep(): Step | null {
  const posts = readExtra("blog", blogSchema);
  if (!posts) return null;
  const rows = posts.map(({ category, title, excerpt, body_md, ...same }) => ({
    ...same,
    category_key: category,
    title: title.pt,
    excerpt: excerpt.pt,
    body: body_md,
    translations: translationsOf({ title, excerpt }),
  }));
  return {
    key: "content-extra/blog_posts",
    title: "artigos",
    input: rows,
    write: async (tx) => {
      const written = await writeRows(tx, "blog_posts", rows);
      // Posts get the time of the first seed as publication date, one minute apart in the order of the file.
      await tx`
        update public.blog_posts set status = 'published', publish_at = now() - post.place * interval '1 minute'
        from unnest(${rows.map(({ slug }) => slug)}::text[]) with ordinality as post (slug, place)
        where blog_posts.slug = post.slug and blog_posts.slug = any (${[...written]}) and publish_at is null`;
      return `${written.size} de ${rows.length} gravados`;
    },
  };
}

function magazineStep(): Step | null {
  const issue = readExtra("magazine", magazineSchema);
  if (!issue) return null;
  const slug = `edicao-${issue.number}`;
  const row = {
    number: issue.number,
    slug,
    title: issue.title.pt,
    month: `${issue.month}-01`,
    pages: issue.pages.length,
    pdf_path: issue.pdf_path ?? null,
    translations: translationsOf({ title: issue.title }),
    status: "published",
  };
  const pages = issue.pages.map(({ body_md, ...page }, index) => ({ ...page, page: index + 1, body: body_md }));
  return {
    key: "content-extra/magazines",
    title: "revista",
    input: [row, pages],
    write: async (tx) => {
      const written = await writeRows(tx, "magazines", [row]);
      if (!written.has(slug)) return "a edição é dos editores";
      await tx`delete from public.magazine_pages using public.magazines where magazines.id = magazine_id and magazines.slug = ${slug}`;
      await tx`
        insert into public.magazine_pages (magazine_id, page, kind, title, body)
        select magazines.id, item.page, item.kind, item.title, item.body
        from jsonb_to_recordset(${tx.json(pages)}) as item (page integer, kind text, title text, body text)
        join public.magazines on magazines.slug = ${slug}`;
      return `edição ${row.number} com ${pages.length} páginas`;
    },
  };
}

/** Legal documents in force are immutable, so the seed only adds versions. */
function legalStep(): Step | null {
  const documents = readExtra("legal", legalSchema);
  if (!documents) return null;
  const rows = documents.flatMap(({ key, version, effective_at, title, body_md }) =>
    CONTENT_LANGUAGES.map((language) => ({
      key,
      version,
      locale: LOCALES[language],
      title: title[language],
      body: body_md[language],
      effective_at: `${effective_at}T00:00:00-03:00`,
    })),
  );
  return {
    key: "content-extra/legal_documents",
    title: "documentos legais",
    input: rows,
    write: async (tx) => {
      const { count } = await tx`
        insert into public.legal_documents (key, version, locale, title, body, effective_at)
        select key, version, locale, title, body, effective_at
        from jsonb_populate_recordset(null::public.legal_documents, ${tx.json(rows)})
        on conflict (key, version, locale) do nothing`;
      return `${count} incluídos`;
    },
  };
}

type Template = { row: SeedRow & { key: string }; items: SeedRow[] };

/** All templates in one step, because a step deletes the seeded rows of its table that it does not write. */
function checklistStep(): Step | null {
  const templates = [...travelTemplates(), ...vehicleTemplates()];
  if (templates.length === 0) return null;
  return {
    key: "content-extra/checklist_templates",
    title: "checklists",
    input: templates,
    write: async (tx) => {
      const written = await writeRows(
        tx,
        "checklist_templates",
        templates.map(({ row }) => row),
      );
      for (const { row, items } of templates) if (written.has(row.key)) await replaceItems(tx, row.key, items);
      return `${written.size} de ${templates.length} gravados; os outros são dos editores`;
    },
  };
}

/** The list of `/checklist-viagem`. */
function travelTemplates(): Template[] {
  const checklist = readExtra("checklist", checklistSchema);
  if (!checklist) return [];
  const title = { pt: "Checklist de viagem", en: "Travel checklist", es: "Checklist de viaje" };
  const row = {
    key: "viagem",
    kind: "public_trip",
    position: 1,
    title: title.pt,
    is_public: true,
    translations: translationsOf({ title }),
  };
  const items = checklist.sections
    .flatMap((section) => section.items.map((item) => ({ section, item })))
    .map(({ section, item }, index) => ({
      position: index + 1,
      key: item.id,
      section_key: section.id,
      section: section.title.pt,
      text: item.text.pt,
      why: item.why.pt,
      car_kinds: item.cars,
      trip_kinds: item.trip,
      terrains: item.terrain.filter((terrain) => terrain !== "any"),
      translations: translationsOf({ section: section.title, text: item.text, why: item.why }),
    }));
  return [{ row, items }];
}

/** Templates of checklists for cars. */
function vehicleTemplates(): Template[] {
  const file = readExtra("vehicle-checklists", vehicleChecklistsSchema);
  return (file?.templates ?? []).map(({ id, kind, position, title, sections }) => ({
    row: { key: id, kind, position, title: title.pt, is_public: true, translations: translationsOf({ title }) },
    items: sections
      .flatMap((section) => section.items.map((item) => ({ section, item })))
      .map(({ section, item: { text, why, unit, choices, ...item } }, index) => ({
        position: index + 1,
        key: item.id,
        section_key: section.id,
        section: section.title.pt,
        text: text.pt,
        why: why.pt,
        car_kinds: item.cars,
        trip_kinds: [],
        terrains: [],
        answer: item.answer,
        unit: unit.pt,
        choices: choices.pt,
        suggests_maintenance: item.suggests_maintenance,
        translations: translationsOf({ section: section.title, text, why, unit, choices }),
      })),
  }));
}

async function replaceItems(tx: TransactionSql, key: string, items: SeedRow[]): Promise<void> {
  await tx`
    delete from public.checklist_template_items using public.checklist_templates as list
    where list.id = template_id and list.key = ${key}`;
  await tx`
    insert into public.checklist_template_items (
      template_id, position, key, section_key, section, text, why, car_kinds, trip_kinds, terrains, translations,
      answer, unit, choices, suggests_maintenance
    )
    select
      list.id, item.position, item.key, item.section_key, item.section, item.text, item.why,
      item.car_kinds, item.trip_kinds, item.terrains, item.translations,
      coalesce(item.answer, 'check'), coalesce(item.unit, ''), coalesce(item.choices, ''),
      coalesce(item.suggests_maintenance, true)
    from jsonb_populate_recordset(null::public.checklist_template_items, ${tx.json(items as never)}) as item
    join public.checklist_templates as list on list.key = ${key}`;
  await markSeeded(tx, "checklist_templates", [key]);
}
