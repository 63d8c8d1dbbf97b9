// Grams of household units of common foods: the edible part, as eaten unless the food says otherwise.
//
// One food per line: words that must all occur in the name, then weights. They follow USDA's household measures (SR Legacy,
// Foundation Foods), rounded. Handfuls, scoops, glasses and bowls, which USDA does not weigh, are typical amounts. A food
// without weights only keeps names such as "banana mousse" from being taken for a banana. A name matches the food whose
// words are closest to the end of its head, then the one with the most words (weights-of.ts).

export const weightTable = `
# eggs
egg: piece 50, small 38, medium 44, large 50, extra large 56, cup 243; without shell
hard boiled egg: piece 50, small 37, medium 44, large 50, extra large 56, cup 136; without shell
scrambled egg: piece 61, small 46, medium 54, large 61, extra large 68, cup 220
fried egg: piece 46, small 35, medium 40, large 46, extra large 52
omelet: piece 61, large 61; of one egg
omelette: piece 61, large 61; of one egg
egg white: piece 33, small 25, medium 29, large 33, extra large 37, cup 243
egg yolk: piece 17, small 13, medium 15, large 17, extra large 19, cup 243
egg noodle cooked: cup 160, serving 160
egg noodle: cup 38
egg roll: piece 89
egg salad: cup 222

# bread and baked goods
bread: slice 29, small 24, medium 29, large 38, piece 29
white bread: slice 29, piece 29, large 38
whole wheat bread: slice 32, piece 32
wholemeal bread: slice 36, piece 36
whole grain bread: slice 34, piece 34
multigrain bread: slice 32, piece 32
rye bread: slice 32, piece 32
pumpernickel bread: slice 32, piece 32
sourdough bread: slice 50, piece 50
french bread: slice 32
italian bread: slice 30
garlic bread: slice 43, piece 43
banana bread: slice 60
corn bread: piece 60
cornbread: piece 60
naan: piece 90
naan bread: piece 90
baguette: piece 250, slice 25
ciabatta: piece 90
flatbread: piece 60
toast: slice 27, piece 27
french toast: slice 65, piece 65
pita: piece 60, small 28, medium 45, large 60
pita bread: piece 60, small 28, medium 45, large 60
bread roll: piece 38
dinner roll: piece 28
hamburger bun: piece 43
hot dog bun: piece 43
bun: piece 43
roll: piece 43
cinnamon roll: piece 60
bread crumb: cup 108
breadcrumb: cup 108
bagel: piece 105, small 69, medium 105, large 131
english muffin: piece 57
muffin: piece 113, small 66, medium 113, large 139
croissant: piece 57, small 42, medium 57, large 67
danish pastry: piece 65
doughnut: piece 60, medium 60, large 75
donut: piece 60, medium 60, large 75
scone: piece 66
biscuit: piece 60
pancake: piece 38, small 12, medium 38, large 77; 4 inches across
waffle: piece 35, large 75; a frozen waffle
crepe: piece 37
tortilla: piece 49
flour tortilla: piece 49, small 32, medium 49, large 72
corn tortilla: piece 26, small 19, medium 26
taco shell: piece 13
cracker: piece 3
saltine: piece 3, cup 70
graham cracker: piece 14
crispbread: piece 10, slice 10
rice cake: piece 9
crouton: cup 30
pretzel: cup 45
soft pretzel: piece 115
cookie: piece 16, small 10, medium 16, large 30
oreo: piece 11.3
brownie: piece 56, small 28, large 56
cake: slice 80, piece 80
cheesecake: slice 80, piece 80
pie: slice 125, piece 125
apple pie: slice 125, piece 125
cupcake: piece 43

# grains, pasta, cereals
rice:
rice cooked: cup 158, bowl 158, serving 158
white rice: cup 185
white rice cooked: cup 158, bowl 158, serving 158
brown rice: cup 185
brown rice cooked: cup 195, bowl 195, serving 195
wild rice cooked: cup 164, bowl 164
fried rice: cup 137, bowl 137
rice medium grain cooked: cup 186
rice short grain cooked: cup 186
rice long grain: cup 185
rice long grain cooked: cup 158, bowl 158
rice dry: cup 185
rice raw: cup 185
risotto: cup 200
pasta:
pasta cooked: cup 140, bowl 210, serving 140
pasta dry: cup 91
spaghetti:
spaghetti cooked: cup 140, bowl 210, serving 140
macaroni cooked: cup 140, bowl 210
penne cooked: cup 107
noodle cooked: cup 160, bowl 240
ramen: packet 85
macaroni cheese: cup 198, bowl 198
mac cheese: cup 198, bowl 198
lasagna: piece 215, cup 250
lasagne: piece 215, cup 250
couscous cooked: cup 157
couscous: cup 173
bulgur cooked: cup 182
bulgur: cup 140
quinoa cooked: cup 185
quinoa: cup 170
barley cooked: cup 157
polenta: cup 240
grit cooked: cup 242
oatmeal: cup 234, bowl 234, packet 28
oatmeal cooked: cup 234, bowl 234
porridge: cup 234, bowl 234
oat: cup 81, tbsp 5; dry
oat dry: cup 81, tbsp 5
oatmeal dry: cup 81, tbsp 5, packet 28
oat cooked: cup 234, bowl 234
rolled oat: cup 81, tbsp 5; dry
rolled oat dry: cup 81, tbsp 5
oat dry: cup 81, tbsp 5
oatmeal dry: cup 81, tbsp 5, packet 28
oat bran: cup 94
granola: cup 120, handful 30
muesli: cup 85, bowl 60
corn flake: cup 28, bowl 28
cornflake: cup 28, bowl 28
bran flake: cup 40, bowl 40
puffed rice: cup 14
rice krispies: cup 26
cheerio: cup 28, bowl 28
cereal: cup 30, bowl 40
cereal cooked: cup 240, bowl 240
flour: cup 125, tbsp 7.8
wheat germ: cup 115, tbsp 7
cornstarch: cup 128, tbsp 8
cornmeal: cup 138
stuffing: cup 200
popcorn: cup 8, bowl 32, handful 4; popped
tortilla chip: piece 2.4, cup 26, handful 28
potato chip: piece 2, cup 25, handful 28
chip: handful 28
crisp: handful 28
rice pudding: cup 225

# dairy and fats
milk: cup 244, glass 244
milk powder: cup 128, tbsp 8
dry milk: cup 128, tbsp 8
condensed milk: cup 306, tbsp 19
evaporated milk: cup 252
buttermilk: cup 245
chocolate milk: cup 250, glass 250
almond milk: cup 262
soy milk: cup 243
oat milk: cup 240
rice milk: cup 240
coconut milk: cup 226
coconut water: cup 240
plant milk: cup 244
kefir: cup 243
yogurt: cup 245, tbsp 15, serving 170
yoghurt: cup 245, tbsp 15, serving 170
greek yogurt: cup 245, serving 170
cream: cup 240, tbsp 15
heavy cream: cup 238, tbsp 15
half half: cup 242, tbsp 15
whipped cream: cup 60, tbsp 3
sour cream: cup 230, tbsp 12
cream cheese: cup 232, tbsp 14.5
cottage cheese: cup 226
ricotta: cup 246
ricotta cheese: cup 246
cheese: slice 21, cup 113, tbsp 7, stick 28, wedge 28, piece 28; cups of shredded cheese
cheddar: slice 28, cup 113
cheddar cheese: slice 28, cup 113
american cheese: slice 21
swiss cheese: slice 28, cup 108
provolone: slice 28
gouda: slice 28
mozzarella: slice 28, cup 112, stick 28, piece 28
mozzarella cheese: slice 28, cup 112, stick 28
string cheese: piece 28, stick 28
parmesan: cup 100, tbsp 5; grated
parmesan cheese: cup 100, tbsp 5; grated
grated cheese: cup 100, tbsp 5
feta: cup 150, wedge 38
feta cheese: cup 150, wedge 38
goat cheese: tbsp 14
brie: slice 28
camembert: slice 28, wedge 38
blue cheese: cup 135
cheese sauce: cup 243, tbsp 15
butter: cup 227, tbsp 14.2, tsp 4.7, pat 5, stick 113, slice 5
margarine: cup 227, tbsp 14.2, tsp 4.7, pat 5, stick 113
ghee: cup 205, tbsp 12.8
lard: cup 205, tbsp 12.8
shortening: cup 205, tbsp 12.8
oil: cup 218, tbsp 13.6, tsp 4.5
olive oil: cup 216, tbsp 13.5, tsp 4.5
ice cream: cup 132, scoop 66, serving 66, bowl 132
frozen yogurt: cup 174, scoop 87
sorbet: cup 148, scoop 74
pudding: cup 226, serving 113
custard: cup 282
whey: cup 246
whey powder: scoop 30, tbsp 7.5; a typical scoop
protein powder: scoop 30, tbsp 7.5; a typical scoop
whey protein: scoop 30, tbsp 7.5; a typical scoop

# fruit
apple: piece 182, small 149, medium 182, large 223, cup 109, slice 21
applesauce: cup 244
apricot: piece 35, cup 155
avocado: piece 201, small 136, medium 150, large 201, cup 150, slice 15
mashed banana: cup 225
banana: piece 118, small 101, medium 118, large 136, extra large 152, cup 150, slice 4
blackberry: cup 144, handful 40
blueberry: cup 148, handful 40
cantaloupe: cup 160, slice 69, wedge 69
cherry: piece 8, cup 138, handful 55
clementine: piece 74
coconut: cup 80
cranberry: cup 100
dried cranberry: cup 160, handful 40, tbsp 10
date: piece 7.1, cup 147
medjool date: piece 24
fig: piece 50, small 40, medium 50, large 64
dried fig: piece 8.4
fruit salad: cup 249
fruit cocktail: cup 240
grape: piece 4.9, cup 151, handful 75
grapefruit: piece 246, small 200, medium 256, large 332, cup 230
honeydew: cup 170, slice 125
kiwi: piece 69, cup 180
kiwifruit: piece 69, cup 180
lemon: piece 58, wedge 7, slice 7
lime: piece 67, wedge 8
mandarin: piece 88
mango: piece 336, cup 165
melon: cup 165, slice 80
nectarine: piece 142, small 129, medium 142, large 156
olive: piece 3.8, tbsp 8.4, cup 135, handful 30
orange: piece 131, small 96, medium 131, large 184, cup 180
papaya: cup 145, small 157
passion fruit: piece 18
peach: piece 150, small 130, medium 150, large 175, cup 154
pear: piece 178, small 148, medium 178, large 230, cup 140
pineapple: cup 165, slice 84, ring 84
plum: piece 66, cup 165
pomegranate: piece 282, cup 174
prune: piece 9.5, cup 174
raisin: cup 165, tbsp 9.5, handful 40, packet 43
raspberry: cup 123, handful 40
strawberry: piece 12, small 7, medium 12, large 18, cup 152, handful 60
tangerine: piece 88, small 76, medium 88, large 120
watermelon: cup 152, slice 286, wedge 286

# vegetables
artichoke: piece 120
arugula: cup 20, handful 10
asparagus: spear 15, piece 15, cup 134
asparagus cooked: spear 15, piece 15, cup 180
bean sprout: cup 104
beet: piece 82, cup 136
bell pepper: piece 119, small 74, medium 119, large 164, cup 149, slice 10, ring 10
sweet pepper: piece 119, small 74, medium 119, large 164, cup 149, slice 10, ring 10
bok choy: cup 70
bok choy cooked: cup 170
broccoli: cup 91, spear 31, stalk 151
broccoli cooked: cup 156, spear 37
brussels sprout: piece 19, cup 88
brussels sprout cooked: piece 21, cup 156
cabbage: cup 89, leaf 23, head 908
cabbage cooked: cup 150
carrot: piece 61, small 50, medium 61, large 72, cup 122, stick 7, slice 3
carrot cooked: piece 46, cup 156, slice 3
baby carrot: piece 10, medium 10, large 15
cauliflower: cup 107, head 588
cauliflower cooked: cup 124
celery: stalk 40, piece 40, medium 40, large 64, cup 101, stick 4
corn: ear 90, cup 145, piece 90
corn cooked: ear 103, cup 164, piece 103
sweet corn: ear 90, cup 145, piece 90
sweet corn cooked: ear 103, cup 164, piece 103
cucumber: piece 301, cup 104, slice 7
edamame: cup 155
eggplant: piece 548, cup 82
eggplant cooked: cup 99
garlic: clove 3, piece 3, tsp 2.8, tbsp 8.5
ginger: tsp 2, tbsp 6, slice 2.2
green bean: cup 100
green bean cooked: cup 125
snap bean: cup 100
snap bean cooked: cup 125
kale: cup 21, handful 10
kale cooked: cup 118
leek: piece 89, cup 89
lettuce: leaf 10, cup 36, head 360, handful 15
romaine: leaf 10, cup 47, head 626
romaine lettuce: leaf 10, cup 47, head 626
iceberg lettuce: leaf 8, cup 72, head 539
mushroom: piece 18, medium 18, large 23, cup 70
mushroom cooked: cup 156
onion: piece 110, small 70, medium 110, large 150, cup 160, slice 14, tbsp 10, ring 6
onion ring: piece 10
onion cooked: cup 210, medium 94
green onion: piece 15, cup 100, tbsp 6
spring onion: piece 15, cup 100, tbsp 6
scallion: piece 15, cup 100, tbsp 6
parsley: tbsp 3.8, cup 60
pea: cup 145
pea cooked: cup 160
green pea cooked: cup 160
snow pea: cup 63
pickle: piece 65, slice 7, spear 35
potato: piece 213, small 170, medium 213, large 369, cup 150
baked potato: piece 173, small 138, medium 173, large 299, cup 122
boiled potato: piece 136, small 125, medium 167, large 300, cup 156
potato cooked: piece 173, small 138, medium 173, large 299, cup 156
mashed potato: cup 210
mashed sweet potato: cup 328
hash brown: piece 53, cup 156, patty 53
french fry: small 71, medium 117, large 154, serving 117, handful 50, piece 5
potato salad: cup 250
pumpkin: cup 245
radish: piece 4.5, cup 116
salad: bowl 150, cup 75
coleslaw: cup 120
sauerkraut: cup 142
spinach: cup 30, leaf 10, handful 25
spinach cooked: cup 180
squash cooked: cup 180
sweet potato: piece 130, small 60, medium 130, large 180, cup 133
sweet potato cooked: piece 114, small 60, medium 114, large 180, cup 200
baked sweet potato: piece 114, small 60, medium 114, large 180, cup 200
tomato: piece 123, small 91, medium 123, large 182, cup 180, slice 20, wedge 31
tomato cooked: cup 240
cherry tomato: piece 17, cup 149
sun dried tomato: piece 2, cup 54
canned tomato: cup 240
crushed tomato: cup 243
mixed vegetable: cup 182
zucchini: piece 196, small 118, medium 196, large 323, cup 124
zucchini cooked: cup 180

# beans, nuts, seeds
bean cooked: cup 177
baked bean: cup 254, can 415
black bean: cup 194
black bean cooked: cup 172
kidney bean cooked: cup 177
pinto bean cooked: cup 171
navy bean cooked: cup 182
white bean cooked: cup 179
refried bean: cup 238
canned bean: cup 254, can 439
chickpea: cup 200
chickpea cooked: cup 164
garbanzo bean cooked: cup 164
lentil: cup 192
lentil cooked: cup 198
soybean cooked: cup 172
hummus: tbsp 15, cup 246
falafel: piece 17
tofu: cup 252, slice 84, piece 120
tempeh: cup 166
almond: piece 1.2, cup 143, handful 28, tbsp 9
brazil nut: piece 5, cup 133, handful 28
cashew: piece 1.6, cup 137, handful 28
hazelnut: piece 1.4, cup 135, handful 28
macadamia nut: piece 2.6, cup 134, handful 28
mixed nut: cup 142, handful 28
peanut: piece 1, cup 146, handful 28
pecan: piece 1.5, cup 109, handful 28
pine nut: cup 135, tbsp 8.6, handful 28
pistachio: piece 0.7, cup 123, handful 28
walnut: piece 4, cup 117, handful 28, tbsp 7.3
trail mix: cup 150, handful 38
peanut butter: tbsp 16, tsp 5.3, cup 258
almond butter: tbsp 16, tsp 5.3, cup 250
tahini: tbsp 15
chia seed: tbsp 12, tsp 4, cup 168
flax seed: tbsp 10, tsp 3.4, cup 168
flaxseed: tbsp 10, tsp 3.4, cup 168
ground flaxseed: tbsp 7, tsp 2.5
hemp seed: tbsp 10
pumpkin seed: cup 129, handful 28, tbsp 8
sesame seed: tbsp 9, tsp 3, cup 144
sunflower seed: cup 140, handful 28, tbsp 9

# meat and fish
bacon: slice 28, piece 28; raw
bacon cooked: slice 8, piece 8; cooked
turkey bacon cooked: slice 8, piece 8
canadian bacon: slice 28
canadian bacon cooked: slice 14
ham: slice 28
salami: slice 10, piece 10
pepperoni: slice 2, piece 2
bologna: slice 28
prosciutto: slice 15
deli turkey: slice 28
turkey breast: slice 28
turkey breast roasted: slice 28
chicken breast: piece 174, small 140, medium 174, large 220, slice 21; half a breast, boneless and skinless
chicken breast cooked: piece 120, small 98, medium 120, large 172, slice 21, cup 140; half a breast, boneless and skinless
chicken thigh: piece 116, thigh 116
chicken thigh cooked: piece 62, thigh 62
chicken drumstick cooked: piece 52, drumstick 52
chicken wing cooked: piece 34, wing 34
chicken cooked: cup 140
chicken nugget: piece 16
chicken nugget cooked: piece 16
hot dog: piece 45
frankfurter: piece 45
sausage: piece 68, patty 27, slice 10
sausage cooked: piece 68, patty 27, slice 10
sausage patty: piece 27, patty 27, slice 27
sausage link cooked: piece 23
bratwurst: piece 85
ground beef patty: piece 113, patty 113; a quarter pound, raw
ground beef patty cooked: piece 85, patty 85
ground beef cooked: cup 115, patty 85
ground beef: patty 113
hamburger patty: piece 85, patty 85
hamburger: piece 110
cheeseburger: piece 127
meatball: piece 28
pork chop cooked: piece 145
steak: piece 225
salmon: fillet 198, piece 198
salmon cooked: fillet 154, piece 154
smoked salmon: slice 20
cod: fillet 231
cod cooked: fillet 180
tilapia cooked: fillet 87
tuna: can 165, cup 154
canned tuna: can 165, cup 154
sardine: piece 12, can 92
anchovy: piece 4
shrimp: piece 7, small 4, medium 6, large 7; without shell
shrimp cooked: piece 5.5, small 3, medium 5, large 5.5, cup 145
fish stick: piece 28
fish finger: piece 28
crab cooked: cup 118
sushi roll: piece 30
nigiri: piece 35

# dishes
pizza: slice 107, piece 107
burrito: piece 220
taco: piece 100
sandwich: piece 150
quesadilla: piece 180
chili: cup 256, bowl 256
soup: cup 244, bowl 350, can 305
tomato soup: cup 244, bowl 350
broth: cup 240
stock: cup 240
stew: cup 250, bowl 250
curry: cup 240, bowl 240
spring roll: piece 64
dumpling: piece 25
pierogi: piece 38

# sauces, spreads, sweeteners
ketchup: tbsp 17, tsp 5.7, cup 240, packet 9
mustard: tsp 5, tbsp 15, cup 249
mayonnaise: tbsp 13.8, tsp 4.6, cup 220
mayo: tbsp 13.8, tsp 4.6, cup 220
dressing: tbsp 15, cup 240
caesar dressing: tbsp 14.7
ranch dressing: tbsp 15
vinegar: tbsp 15, tsp 5, cup 239
soy sauce: tbsp 16, tsp 5.3, cup 255
hot sauce: tsp 4.7
bbq sauce: tbsp 17, cup 279
barbecue sauce: tbsp 17, cup 279
teriyaki sauce: tbsp 18
worcestershire sauce: tbsp 17
sauce: tbsp 16, cup 245
tomato sauce: cup 245, tbsp 15
marinara sauce: cup 264, tbsp 16
pasta sauce: cup 257, tbsp 16
spaghetti sauce: cup 257, tbsp 16
tomato paste: tbsp 16, cup 262
pesto: tbsp 16, cup 254
salsa: tbsp 16, cup 259
guacamole: tbsp 15, cup 230
gravy: cup 233, tbsp 15
honey: tbsp 21, tsp 7, cup 339
jam: tbsp 20, tsp 7, packet 14
jelly: tbsp 21, tsp 7, packet 14
marmalade: tbsp 20, tsp 7
maple syrup: tbsp 20, tsp 6.6, cup 315
syrup: tbsp 20, tsp 6.6, cup 315
molasses: tbsp 20, tsp 6.7, cup 337
sugar: tsp 4.2, tbsp 12.6, cup 200, packet 2.8, piece 2.3; granulated
brown sugar: tsp 4.6, tbsp 13.8, cup 220
powdered sugar: tsp 2.5, tbsp 8, cup 120
chocolate spread: tbsp 18.5, tsp 6
hazelnut spread: tbsp 18.5, tsp 6
nutella: tbsp 18.5, tsp 6
salt: tsp 6, tbsp 18
pepper: tsp 2.3, tbsp 6.9
cinnamon: tsp 2.6, tbsp 7.8
cocoa powder: tbsp 5.4, cup 86
baking powder: tsp 4.6
yeast: tsp 4, tbsp 12, packet 7

# sweets and snacks
chocolate: bar 44, square 10, piece 10
dark chocolate: bar 100, square 10, piece 10
chocolate chip: cup 168, tbsp 10.5, handful 28
candy bar: bar 50, piece 50
granola bar: bar 28, piece 28
protein bar: bar 60, piece 60
cereal bar: bar 28, piece 28
marshmallow: piece 7.2, cup 50
gummy bear: piece 2.2
gelatin dessert: cup 270

# drinks
water: cup 237, glass 237, bottle 500
coffee: cup 237, mug 237
espresso: cup 237, shot 30
latte: cup 240
cappuccino: cup 240
tea: cup 237, mug 237
juice: cup 248, glass 248
lemon juice: cup 244, tbsp 15, tsp 5
smoothie: cup 245, glass 245, bottle 450
soda: cup 246, can 368, bottle 520
cola: cup 246, can 368, bottle 520
coca cola: cup 246, can 368, bottle 520
pepsi: cup 246, can 368, bottle 520
diet cola: cup 237, can 355, bottle 500
lemonade: cup 248, can 368
soft drink: cup 246, can 368, bottle 520
energy drink: cup 240, can 250
sport drink: cup 240, bottle 500
beer: cup 238, can 356, bottle 356, glass 356, pint 475
light beer: cup 236, can 354, bottle 354, glass 354
ginger beer: cup 246, can 368, bottle 370
root beer: cup 246, can 370, bottle 520
wine: cup 235, glass 147, bottle 742
champagne: cup 235, glass 118
spirit: fl oz 28, shot 42
vodka: fl oz 28, shot 42
whiskey: fl oz 28, shot 42
whisky: fl oz 28, shot 42
rum: fl oz 28, shot 42
gin: fl oz 28, shot 42
tequila: fl oz 28, shot 42
cider: cup 240, can 356, bottle 356
hot chocolate: cup 250, mug 250
milkshake: cup 227, glass 340
iced tea: cup 245, can 366, glass 245

# names that end in these are other foods
nectar:
relish:
creamer:
leather:
greens:
powder:
flavoring:
extract:
mix:
dip:
candy:
bar:
pastry:
crumble:
strudel:
mousse:
tart:
casserole:
drink:
beverage:
spread:
jerky:
baby food:
babyfood:
formula:
supplement:
seasoning:
peel:
skin:
chutney:
compote:
concentrate:
`
