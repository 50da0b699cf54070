import { getLocale, getTranslations } from "next-intl/server";
import { formatBytes } from "@/lib/platform/offline/rules";
import { DATA_SOURCES, type DataFile, type DATA_FILES } from "@/lib/guide/open-data/rules";

type Listed = DataFile & {
  key: (typeof DATA_FILES)[number]["key"];
  downloads: readonly { name: string; href: string; bytes: number }[];
};

const LINK = "text-link underline underline-offset-4";

/** `network.bin` is BIN. */
const formatOf = (name: string) => name.slice(name.lastIndexOf(".") + 1).toUpperCase();

/** Downloadable files with content, source, licence, date and size. */
export async function DataFiles({ files }: { files: readonly Listed[] }) {
  const [t, locale] = [await getTranslations("guide/pages.openData"), await getLocale()];
  return (
    <ul className="grid gap-4">
      {files.map(({ key, source, dates, downloads }) => {
        const { name, url, licence, licenceUrl } = DATA_SOURCES[source];
        const facts = [
          [
            t("source"),
            <a key="source" href={url} className={LINK}>
              {name}
            </a>,
          ],
          [
            t("licence"),
            <a key="licence" href={licenceUrl} className={LINK}>
              {licence}
            </a>,
          ],
          [
            t("date"),
            <span key="date" className="tabular">
              {dates.join(", ") || t("noDate")}
            </span>,
          ],
        ] as const;
        return (
          <li key={key} id={key} className="scroll-mt-20 rounded-2xl border-2 border-line bg-surface p-5">
            <h3 className="text-xl">{t(`files.${key}.title`)}</h3>
            <p className="mt-0.5">{t(`files.${key}.text`)}</p>
            <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
              {facts.map(([label, fact]) => (
                <div key={label} className="contents">
                  <dt className="text-muted">{label}</dt>
                  <dd>{fact}</dd>
                </div>
              ))}
            </dl>
            <ul className="mt-3 flex flex-wrap gap-x-6">
              {downloads.map((file) => (
                <li key={file.name}>
                  <a href={file.href} download className={`inline-flex min-h-11 items-center ${LINK}`}>
                    {t("download", { title: t(`files.${key}.title`), format: formatOf(file.name) })}
                  </a>{" "}
                  <span className="text-muted">
                    <code>{file.name}</code>, <span className="tabular">{formatBytes(file.bytes, locale)}</span>
                  </span>
                </li>
              ))}
            </ul>
          </li>
        );
      })}
    </ul>
  );
}
