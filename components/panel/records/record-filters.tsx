import { Search } from "lucide";
import { getLocale, getTranslations } from "next-intl/server";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { LabelledInput } from "@/components/ui/labelled-input";
import { LabelledSelect } from "@/components/ui/labelled-select";
import type { Resource } from "@/lib/panel/admin/resource";
import type { ListQuery } from "@/lib/panel/admin/rules";
import { labelsOf } from "@/lib/panel/record-labels/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import { choicesOf } from "./labels";

export type FilterChoices = Record<string, { value: string; label: string }[]>;

type Props = { resource: Resource; query: ListQuery; choices: FilterChoices };

/** Search, filters, order and columns of a list of records; works without JavaScript. */
export async function RecordFilters({ resource, query, choices }: Props) {
  const t = await getTranslations("panel/records");
  const labels = labelsOf(t);
  const locale = await getLocale();
  const fields = resource.filters
    .map((name) => resource.fields.find((field) => field.name === name))
    .filter((field) => field !== undefined);
  const isTranslated = resource.fields.some(({ translated }) => translated);
  const select = (name: string, label: string, value: string, options: { value: string; label: string }[]) => (
    <LabelledSelect
      key={name}
      name={name}
      label={label}
      value={value}
      options={options.map((option) => [option.value, option.label])}
      all={t("list.all")}
      width="sm:w-44"
    />
  );
  return (
    <form
      role="search"
      action={localePath(locale, `/admin/${resource.path}`)}
      className="flex flex-wrap items-end gap-3 rounded-xl border border-line bg-surface p-3"
    >
      {query.trash && <input type="hidden" name="trash" value="1" />}
      {query.map && <input type="hidden" name="map" value="1" />}
      <LabelledInput
        label={t("list.search")}
        className="grow sm:max-w-sm"
        type="search"
        name="q"
        defaultValue={query.q}
        maxLength={100}
        data-list-search
      />
      {fields.map((field) =>
        select(
          field.name,
          labels.field(field.name),
          query.filters[field.name] ?? "",
          choices[field.name] ?? choicesOf(field, labels),
        ),
      )}
      {isTranslated &&
        select("missing", t("list.missing"), query.missing ?? "", [
          { value: "en", label: "English" },
          { value: "es", label: "Español" },
        ])}
      {resource.checked &&
        select("old", labels.field(resource.checked), query.old ? "1" : "", [{ value: "1", label: t("list.old") }])}
      <details className="relative">
        <summary className="inline-flex h-11 cursor-pointer items-center rounded-lg border-2 border-line px-3">
          {t("list.more")}
        </summary>
        <div className="absolute right-0 z-20 mt-1 grid w-64 gap-3 rounded-xl border-2 border-line bg-surface p-4 shadow-xl">
          {select(
            "per",
            t("list.per"),
            String(query.per),
            ["25", "50", "100"].map((value) => ({ value, label: value })),
          )}
          {select(
            "sort",
            t("list.sort"),
            `${query.ascending ? "" : "-"}${query.sort}`,
            resource.columns.flatMap((name) => [
              { value: name, label: `${labels.field(name)} ↑` },
              { value: `-${name}`, label: `${labels.field(name)} ↓` },
            ]),
          )}
          <fieldset className="grid gap-1">
            <legend className="text-sm text-muted">{t("list.columns")}</legend>
            {resource.columns.map((name) => (
              <label key={name} className="flex min-h-9 items-center gap-2">
                <input
                  type="checkbox"
                  name="cols"
                  value={name}
                  defaultChecked={query.columns.includes(name)}
                  className="size-5 accent-primary"
                />
                {labels.field(name)}
              </label>
            ))}
          </fieldset>
        </div>
      </details>
      <Button type="submit" variant="outline">
        <Icon of={Search} /> {t("list.apply")}
      </Button>
    </form>
  );
}
