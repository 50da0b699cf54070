import { getLocale, getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { Input } from "@/components/ui/input";
import { decideRecipientAction } from "@/lib/events/recipients/actions";
import type { ListedRecipient } from "@/lib/events/recipients/schema";
import { formatShortMoment } from "@/lib/platform/format";

/** Recipients of events, which financial managers approve or reject. */
export async function RecipientList({ recipients }: { recipients: readonly ListedRecipient[] }) {
  const t = await getTranslations("events/recipients.panel");
  if (recipients.length === 0)
    return <p className="rounded-xl border-2 border-dashed border-line p-6 text-center text-muted">{t("none")}</p>;
  return (
    <ul className="grid gap-4">
      {recipients.map((recipient) => (
        <Listed key={recipient.id} recipient={recipient} />
      ))}
    </ul>
  );
}

async function Listed({ recipient }: { recipient: ListedRecipient }) {
  const [t, locale] = [await getTranslations("events/recipients"), await getLocale()];
  const { id, event, organiser, pix_key_type: type, pix_key: key, name, city, status, note, paid } = recipient;
  const { stripe_account: account } = recipient;
  const isOpen = status === "pending";
  return (
    <li className="grid gap-2 rounded-xl border border-line bg-surface p-4">
      <h2 className="text-xl wrap-anywhere">
        {event} · {t(`status.${status}`)}
      </h2>
      <p>{t("panel.organiser", { name: organiser })}</p>
      {type && (
        <p className="font-mono wrap-anywhere">
          {t("panel.key", { type: t(`form.typeName.${type}`), key: key ?? "" })}
        </p>
      )}
      {account && <p className="font-mono wrap-anywhere">{t("panel.account", { account })}</p>}
      <p className="font-semibold wrap-anywhere">
        {account
          ? t("panel.business", { name: name ?? "" })
          : t("panel.holder", { name: name ?? "", city: city ?? "" })}
      </p>
      <p className="text-muted">
        {t("panel.asked", { by: recipient.by ?? "—", date: formatShortMoment(recipient.created_at, locale) })} ·{" "}
        {t("panel.paid", { count: paid })}
      </p>
      {note && <p>{note}</p>}
      {isOpen && (
        <div className="flex flex-wrap items-end gap-4">
          <CommandForm
            action={decideRecipientAction}
            hidden={{ item: id, decision: "approve" }}
            label={t("panel.approve")}
            confirm={t("panel.approveConfirm", { name: name ?? "", event })}
          />
          <CommandForm
            action={decideRecipientAction}
            hidden={{ item: id, decision: "reject" }}
            label={t("panel.reject")}
            variant="danger"
          >
            <label className="grid gap-1 font-semibold">
              {t("panel.reason")}
              <Input name="reason" required maxLength={300} />
            </label>
          </CommandForm>
        </div>
      )}
    </li>
  );
}
