/** First names and surnames of five alphabets, with diacritics, vowel points and typographic apostrophes. */
const PARTS: Record<string, readonly [first: readonly string[], last: readonly string[]]> = {
  latin: [
    ["João", "Łukasz", "Søren", "Nguyễn", "Ağaoğlu", "Þóra", "Françoise", "Đorđe"],
    ["D’Ávila", "Weißbäcker", "Żółty", "Thị Ánh", "Sant'Anna"],
  ],
  greek: [
    ["Γιώργος", "Ελένη", "Ιωάννης", "Ναΐς", "Οδυσσεύς", "Ἀλέξανδρος", "Μαΐα", "Χρήστος"],
    ["Παπαδόπουλος", "Άγγελος", "Ρήγας", "Ξένου", "Λαμπράκη"],
  ],
  cyrillic: [
    ["Иван", "Семён", "Наталія", "Андрій", "Ђорђе", "Юлия", "Зоя", "Їжакевич"],
    ["Петров", "Соловьёв", "Лук’яненко", "Ћосић", "Щербаков"],
  ],
  hebrew: [
    ["דוד", "שָׂרָה", "יוסף", "רִבְקָה", "משה", "נועה", "אברהם", "תמר"],
    ["לוי", "כהן", "בן־דוד", "ג׳ורג׳", "פרץ"],
  ],
  arabic: [
    ["محمد", "أحمد", "فاطمة", "مُحَمَّد", "آمنة", "إبراهيم", "ليلى", "نور"],
    ["العلي", "الأسد", "بن‌علي", "القُرَشي", "حـــسن"],
  ],
};

/** 200 names: 40 of each alphabet. */
export const NAMES: readonly string[] = Object.values(PARTS).flatMap(([firsts, lasts]) =>
  firsts.flatMap((first) => lasts.map((last) => `${first} ${last}`)),
);

/** The ways in which people type a name. */
export const typedForms = (name: string): Record<string, string> => ({
  exactly: name,
  decomposed: name.normalize("NFD"),
  "with the apostrophe of an iPhone": name.replace(/['’׳]/g, "’"),
  "with a straight apostrophe": name.replace(/[’׳]/g, "'"),
  "without accents": name
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .normalize("NFC"),
  "in capitals": name.toUpperCase(),
});
