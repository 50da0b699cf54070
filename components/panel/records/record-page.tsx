import { ExternalLink } from "lucide";
import type { ReactNode } from "react";
import { getLocale, getTranslations } from "next-intl/server";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { Resource } from "@/lib/panel/admin/resource";
import { localePath } from "@/lib/platform/i18n/routing";
import { labelsOf } from "@/lib/panel/record-labels/rules";
import { BackToList } from "./back-to-list";
import { RecordForm } from "./record-form";
import type { Trail } from "@/lib/panel/admin/rules";
import { RecordTrail } from "./record-trail";
import { formatDay } from "@/lib/platform/format";

type RecordPageProps = {
  resource: Resource;
  id: string | null;
  title: string | null;
  version: string | null;
  deletedAt: string | null;
  values: Record<string, unknown>;
  titles: Record<string, Record<string, string>>;
  page: string | null;
  trail: readonly Trail[];
  /** Content between the heading and the form. */
  above?: ReactNode;
  /** Content in place of the form, for a tab without fields. */
  instead?: ReactNode;
  /** Name of a tab that shows some of the fields; each tab has its own draft. */
  part?: string;
  /** Time zone of an event. */
  timeZone?: string;
  /** Content below the fields; it reads their values from `FormValues`. */
  below?: ReactNode;
};

/** One row: its form and its history below. */
export async function RecordPage({
  resource,
  id,
  title,
  version,
  deletedAt,
  values,
  titles,
  page,
  trail,
  above,
  instead,
  part,
  timeZone,
  below,
}: RecordPageProps) {
  const t = await getTranslations("panel/records");
  const labels = labelsOf(t);
  const locale = await getLocale();
  const base = localePath(locale, `/admin/${resource.path}`);
  return (
    <main id="conteudo" className="grid content-start gap-5 p-4 sm:p-6">
      <header className="flex flex-wrap items-center gap-3">
        <BackToList base={base} label={labels.many(resource.key)} />
        <h1 className="mr-auto text-3xl wrap-anywhere">{title ?? labels.add(resource.key)}</h1>
        {page && (
          <Button asChild variant="outline">
            <a href={page} target="_blank" rel="noopener">
              <Icon of={ExternalLink} /> {t("form.seeOnSite")}
            </a>
          </Button>
        )}
      </header>
      {deletedAt && (
        <p className="rounded-xl border-2 border-danger p-4">
          {t("form.inTrash", { date: formatDay(deletedAt, locale, "long") })}
        </p>
      )}
      {above}
      {instead ?? (
        <RecordForm
          key={`${id ?? "new"}${part ?? ""}`}
          resource={resource.key}
          base={base}
          id={id}
          part={part}
          version={version}
          values={values}
          fields={resource.fields}
          titleColumn={resource.titleColumn}
          titles={titles}
          locale={locale}
          timeZone={timeZone}
          below={below}
        />
      )}
      {id && (
        <section aria-labelledby="historico" className="grid gap-3">
          <h2 id="historico" className="text-2xl">
            {t("trail.title")}
          </h2>
          <RecordTrail
            resource={resource.key}
            id={id}
            fields={resource.fields}
            entries={trail}
            titles={titles}
            locale={locale}
            timeZone={timeZone}
          />
        </section>
      )}
    </main>
  );
}
