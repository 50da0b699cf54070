import { getLocale, getTranslations } from "next-intl/server";
import { restoreWeightsAction } from "@/lib/panel/algorithms/actions";
import type { Algorithm } from "@/lib/platform/settings/rules";
import { CommandForm } from "../../ui/command-form";
import { DataTable } from "../../ui/data-table";
import { Stamp } from "../../ui/stamp";
import { StateMark } from "../../ui/state-mark";

type Version = {
  version: number;
  created_at: string;
  author: { username: string | null } | null;
  note: string;
  is_active: boolean;
};
type Props = { algorithm: Algorithm; title: string; versions: readonly Version[] };

/** The versions of the weights of one algorithm; each can be used again, and the built-in values restored. */
export async function AlgorithmVersions({ algorithm, title, versions }: Props) {
  const [t, locale] = [await getTranslations("panel/system.algorithms"), await getLocale()];
  return (
    <>
      <CommandForm
        action={restoreWeightsAction}
        hidden={{ algorithm, version: "0" }}
        label={t("restore")}
        variant="outline"
        confirm={t("restoreConfirm")}
      />
      <DataTable
        caption={title}
        heads={[t("version"), t("when"), t("who"), t("note"), t("state")]}
        empty={t("builtIn")}
        rows={versions.map(({ version, created_at, author, note, is_active }) => ({
          id: String(version),
          cells: [
            `v${version}`,
            <Stamp key="at" at={created_at} locale={locale} />,
            author?.username ?? "—",
            note || "—",
            is_active ? (
              <StateMark key="state" look="good">
                {t("active")}
              </StateMark>
            ) : (
              <CommandForm
                key="state"
                action={restoreWeightsAction}
                hidden={{ algorithm, version: String(version) }}
                label={t("bringBack")}
                variant="outline"
              />
            ),
          ],
        }))}
      />
    </>
  );
}
