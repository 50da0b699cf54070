import { fill } from "@/components/ui/fill";
import { Button } from "@/components/ui/button";
import { formatDate, formatMoney } from "@/lib/platform/format";
import type { Locale } from "@/lib/platform/i18n/routing";
import type { EntryFile, StoredEntry } from "@/lib/garage/entries/schema";
import { vehicleFilePath } from "@/lib/garage/vehicles/rules";
import { consumptionText, entryFacts, entryTitle } from "./entry-texts";
import { useLogTexts } from "./log-texts";

type Props = {
  locale: Locale;
  entry: StoredEntry;
  files: readonly EntryFile[];
  /** Kilometres by litre, cubic metre or kilowatt-hour since the last full tank; null where it is not known. */
  kmPerLitre: number | null;
  /** Whether its kilometres do not fit those of the other entries. */
  isOdd: boolean;
  /** A change of this device was not sent yet. */
  isWaiting: boolean;
  isBusy: boolean;
  onEdit: (() => void) | null;
  onRemove: (() => void) | null;
};

/** One entry of a list with its files. */
export function EntryItem(props: Props) {
  const texts = useLogTexts();
  const { locale, entry, files, kmPerLitre, isOdd, isWaiting, isBusy, onEdit, onRemove } = props;
  const [title, kind] = [entryTitle(texts, entry), texts.kind[entry.kind]];
  const name = `${title}, ${formatDate(entry.on_date, locale)}`;
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="text-xl break-words">{title}</h3>
          <p className="text-sm text-muted">
            {[title !== kind && kind, formatDate(entry.on_date, locale)].filter(Boolean).join(" · ")}
          </p>
        </div>
        {entry.total_cents !== null && (
          <p className="font-display text-xl tabular">{formatMoney(entry.total_cents, locale)}</p>
        )}
      </div>
      <p className="empty:hidden">
        {[...entryFacts(texts, locale, entry), consumptionText(texts, locale, entry, kmPerLitre)]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {isOdd && <p className="font-semibold text-faixa-text">{texts.list.odd}</p>}
      {entry.notes && <p className="max-w-prose break-words whitespace-pre-line">{entry.notes}</p>}
      {entry.lat !== null && entry.lng !== null && (
        <a
          href={`https://www.openstreetmap.org/?mlat=${entry.lat}&mlon=${entry.lng}#map=15/${entry.lat}/${entry.lng}`}
          target="_blank"
          rel="noreferrer"
          className="w-fit text-link underline"
        >
          {texts.list.map}
        </a>
      )}
      <EntryFiles files={files} />
      {isWaiting && <p className="text-sm font-semibold text-faixa-text">{texts.waiting.changed}</p>}
      {(onEdit ?? onRemove) && (
        <div className="flex flex-wrap gap-2 print:hidden">
          {onEdit && (
            <Button
              variant="outline"
              disabled={isBusy || isWaiting}
              aria-label={`${texts.list.edit}: ${name}`}
              onClick={onEdit}
            >
              {texts.list.edit}
            </Button>
          )}
          {onRemove && (
            <Button
              variant="outline"
              disabled={isBusy || isWaiting}
              aria-label={`${texts.list.remove}: ${name}`}
              onClick={onRemove}
            >
              {texts.list.remove}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

function EntryFiles({ files }: Pick<Props, "files">) {
  const texts = useLogTexts();
  if (files.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2">
      {files.map(({ id, extension, name }) => (
        <li key={id}>
          <a
            href={vehicleFilePath(id)}
            target="_blank"
            rel="noreferrer"
            aria-label={fill(texts.file.open, { name: name || texts.file.pdf })}
            className="grid size-20 place-items-center overflow-hidden rounded-lg border-2 border-line text-sm font-semibold"
          >
            {extension === "pdf" ? (
              texts.file.pdf
            ) : (
              // eslint-disable-next-line @next/next/no-img-element -- a private file, which the picture service cannot read
              <img
                src={vehicleFilePath(id)}
                alt=""
                loading="lazy"
                width={80}
                height={80}
                className="size-full object-cover"
              />
            )}
          </a>
        </li>
      ))}
    </ul>
  );
}
