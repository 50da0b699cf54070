import { DeskUnavailable } from "@/components/partners/desk/desk-unavailable";

export default function NotFound() {
  return <DeskUnavailable />;
}
