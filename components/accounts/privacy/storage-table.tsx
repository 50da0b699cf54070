import { getTranslations } from "next-intl/server";
import { Card, CardTitle } from "@/components/ui/card";
import { DEVICE_STORAGE, type StoredItem } from "@/lib/platform/device-storage/schema";

const DAY = 86_400;

/** Every cookie and storage item of the portal, with purpose and duration. */
export async function StorageTable({ id }: { id: string }) {
  const t = await getTranslations("accounts/privacy.storage");
  const duration = ({ seconds }: StoredItem) => {
    if (typeof seconds === "string") return t(seconds);
    return seconds < DAY ? t("seconds", { n: seconds }) : t("days", { n: seconds / DAY });
  };
  return (
    <Card id={id} className="scroll-mt-20">
      <CardTitle>{t("title")}</CardTitle>
      <p className="mt-2 text-muted">{t("lead")}</p>
      <dl className="mt-4 grid gap-4">
        {DEVICE_STORAGE.map((item: StoredItem) => (
          <div key={item.id} className="border-t border-line pt-3">
            <dt className="wrap-anywhere font-semibold">
              {item.name}
              {item.prefix && "…"}
            </dt>
            <dd>
              {t(`purpose.${item.id as (typeof DEVICE_STORAGE)[number]["id"]}`)}{" "}
              <span className="text-muted">
                {t(`place.${item.place}`)} · {duration(item)}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
