import type { Prose } from '../article.ts'

const en = {
  per100g: 'All nutrient values are per 100 g. To convert them to a portion:',
  formulaName: 'Formula',
  formula: 'value × grams ÷ 100',
  example: (
    <>
      For example, 62 kcal per 100 g is 148.8 kcal for a cup of 240 g. A value that is unknown per 100 g{' '}
      <a href="/docs/unknown">is also unknown for the portion</a>.
    </>
  ),
  sample: 'Calculate a 30 g portion',
  servings: {
    title: 'Servings',
    text: (
      <>
        <code>serving_size_g</code> is one serving in grams, <code>serving_desc</code> the same as written on
        the label (“1 cup (240 ml)”). If both are <code>null</code>, ask your users for grams. Do not
        calculate grams from the description; where that is reliable, it has already been done.
      </>
    ),
  },
  rounding: {
    title: 'Rounding',
    text: 'Calculate with the unrounded values and round only for display, as labels do:',
    value: 'Value',
    display: 'Display',
    energy: ['Energy', 'whole kcal; in kJ: kcal × 4.184'],
    grams: ['Fat, carbohydrates, protein …', 'one decimal below 10 g, otherwise none'],
    sodium: ['Sodium', 'whole mg; as salt: mg × 2.5 ÷ 1000 g'],
  },
  drinks: {
    title: 'Drinks',
    text: (
      <>
        Drink labels often state values per 100 ml. Larder converts them to 100 g with the density of similar
        foods: 0.92 g per millilitre of oil, 1.05 g of juice. Sauces and syrups differ too much and are not
        converted; their quality flag is <code>per-100-ml</code>.
      </>
    ),
  },
}

const de: typeof en = {
  per100g: 'Alle Nährwerte gelten pro 100 g. So rechnen Sie sie auf eine Portion um:',
  formulaName: 'Formel',
  formula: 'Wert × Gramm ÷ 100',
  example: (
    <>
      62 kcal pro 100 g sind zum Beispiel 148,8 kcal für eine Tasse mit 240 g. Ein Wert, der pro 100 g
      unbekannt ist, <a href="/docs/unknown">ist auch für die Portion unbekannt</a>.
    </>
  ),
  sample: 'Eine Portion von 30 g berechnen',
  servings: {
    title: 'Portionen auf dem Etikett',
    text: (
      <>
        <code>serving_size_g</code> ist eine Portion in Gramm, <code>serving_desc</code> dieselbe Portion in
        den Worten des Etiketts („1 cup (240 ml)“). Sind beide <code>null</code>, fragen Sie Ihre Nutzer nach
        dem Gewicht in Gramm. Berechnen Sie es nicht aus der Beschreibung: Wo das zuverlässig geht, ist es
        schon geschehen.
      </>
    ),
  },
  rounding: {
    title: 'Runden',
    text: 'Rechnen Sie mit den ungerundeten Werten und runden Sie erst in der Anzeige, so wie Etiketten:',
    value: 'Wert',
    display: 'Anzeige',
    energy: ['Energie', 'ganze kcal; in kJ: kcal × 4,184'],
    grams: ['Fett, Kohlenhydrate, Eiweiß …', 'unter 10 g eine Nachkommastelle, sonst keine'],
    sodium: ['Natrium', 'ganze mg; als Salz: mg × 2,5 ÷ 1000 g'],
  },
  drinks: {
    title: 'Getränke',
    text: (
      <>
        Auf Getränken stehen die Werte oft pro 100 ml. Larder rechnet sie mit der Dichte ähnlicher
        Lebensmittel auf 100 g um: 0,92 g pro Milliliter Öl, 1,05 g pro Milliliter Saft. Soßen und Sirupe
        unterscheiden sich zu stark und werden nicht umgerechnet; sie tragen die Qualitätsmarkierung{' '}
        <code>per-100-ml</code>.
      </>
    ),
  },
}

export const prose: Prose<typeof en> = { en, de }
