import { describe, expect, it } from 'vitest'
import { undoMojibake } from './mojibake.ts'

describe('undoMojibake repairs', () => {
  const cases: [string, string][] = [
    ['Palais Des ThÃ©s Pear Green Tea', 'Palais Des Thés Pear Green Tea'],
    ['Maggi Cube Seasoning CÃ´te D Ivoire', 'Maggi Cube Seasoning Côte D Ivoire'],
    ['Glico Pretz 60G Ã\x83\x97 10 Chunks', 'Glico Pretz 60G × 10 Chunks'],
    ['Lâ€™Huile dâ€\u009dOlive', 'L’Huile d”Olive'],
    ['CafÃ©', 'Café'],
    ['CRÃˆME BRÃ›LÃ‰E', 'CRÈME BRÛLÉE'],
    ['SÃ¼ÃŸe KÃ¶nigin', 'Süße Königin'],
    ['ÅšwieÅ¼y Å¼urek', 'Świeży żurek'],
    ['Ð¡Ñ‹Ñ€', 'Сыр'],
    ['ç‰›ä¹³é£²', '牛乳飲'],
    ['PÃƒÂ¢te', 'Pâte'],
    ['18Â° Â½', '18° ½'],
    // Title-cased afterwards, or mixed with correct letters.
    ['Pã¢te De Crevettes 380 G Kapi', 'Pâte De Crevettes 380 G Kapi'],
    ['Bebida Con Maracuyã¡ Y Plã¡tano Gerblé', 'Bebida Con Maracuyá Y Plátano Gerblé'],
    ['Tamarin Mã»r', 'Tamarin Mûr'],
    ['Wasa Sport Knã¦kbrã¸d', 'Wasa Sport Knækbrød'],
    ['Galetes Daurada Marbãº', 'Galetes Daurada Marbú'],
    ['Oshee Napã\x93j Mint', 'Oshee Napój Mint'],
    ['Orzech Ogã“rek Kwaszony', 'Orzech Ogórek Kwaszony'],
    ['Herbata Z Pigwä\x84 Liå\x9aciasta', 'Herbata Z Pigwą Liściasta'],
    ['Guma Orbit Draå»e', 'Guma Orbit Draże'],
    ['Zero Aã\x87ã\x9acar', 'Zero Açúcar'],
    ['Nouilles Séchées Aux å\x93ufs', 'Nouilles Séchées Aux œufs'],
    // Windows-1252 decoded as Latin-1.
    ['Viande Hachée Pur B\x9cuf', 'Viande Hachée Pur Bœuf'],
    ['Coquillette 3 \x8cufs 250G', 'Coquillette 3 Œufs 250G'],
    ['Bio P C\x8cur Bio', 'Bio P Cœur Bio'],
    ['Confitures a L\x92ancienne', 'Confitures a L’ancienne'],
    ['Rauch Sklo Hru\x9aka 50%', 'Rauch Sklo Hruška 50%'],
    ['Mixed Mushrooms \x96 Calabrian Style', 'Mixed Mushrooms – Calabrian Style'],
    ['Aminox\x99 70', 'Aminox™ 70'],
  ]
  it.each(cases)('%s → %s', (written, text) => {
    expect(undoMojibake(written)).toBe(text)
  })
})

describe('undoMojibake does not change', () => {
  const meant = [
    ...['Ângela', 'Ã', 'PÃO DE QUEIJO', 'Maçã', 'MAÇÃ', 'IRMÃ’S', 'MANHÃ®', 'A MANHÃ', 'São João', 'ÂNGELA®'],
    ...[
      'NESCAFÉ®',
      'Nescafé® 3 en 1 - 18 g',
      'Végé’mignon',
      'CAFÉ’S',
      '“café…”',
      'PÂTÉ…',
      'TIRAMISÙ®',
      'MENÜ®',
    ],
    ...['BLÅ™', 'Blå™', 'Smörgås – blå', '«maçã»', 'Maçã–verde', 'ma\xadçã\xadzinha', 'Spaß®', 'JALAPEÑO®'],
    ...['Crème brûlée', 'Żółty ser', 'Шоколад', '牛乳', 'tương cà', 'Nº 5 ½ 30°', '🍓 fraise', 'Coca-Cola™'],
  ]
  it.each(meant)('%s', text => {
    expect(undoMojibake(text)).toBe(text)
  })
})
