import { DeskUnavailable } from "@/components/voucher-desk/desk-unavailable";

export default function NotFound() {
  return <DeskUnavailable />;
}
