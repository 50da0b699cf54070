import { getTranslations } from "next-intl/server";
import { TabLinks } from "@/components/ui/tab-links";
import { automaticAddress } from "@/lib/events/messages/automatic/rules";

type Props = { address: string; current: "written" | "automatic" };

/** The two pages of messages: those that people write, and those that the portal sends by itself. */
export async function MessagePages({ address, current }: Props) {
  const t = await getTranslations("events/messages.pages");
  const tabs = [
    { key: "written", href: address, label: t("written"), isCurrent: current === "written" },
    { key: "automatic", href: automaticAddress(address), label: t("automatic"), isCurrent: current === "automatic" },
  ];
  return <TabLinks label={t("label")} tabs={tabs} />;
}
